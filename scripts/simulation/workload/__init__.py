"""Those who use the service in the simulated world: integrators, candidates, reviewers, operators."""
