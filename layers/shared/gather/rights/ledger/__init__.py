"""The ledger: statements that outlive a restored backup."""
