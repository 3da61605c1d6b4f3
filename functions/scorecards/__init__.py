"""Scorecard templates of interviews."""
