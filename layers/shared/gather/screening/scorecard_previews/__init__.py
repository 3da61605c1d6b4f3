"""Previews of a changed scorecard on past interviews."""
