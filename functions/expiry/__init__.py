"""The expiry schedule: ends candidate interviews whose time has passed."""
