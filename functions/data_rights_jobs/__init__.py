"""The worker that carries out what customers ask for of a candidate's data."""
