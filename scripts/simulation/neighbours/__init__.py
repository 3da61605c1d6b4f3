"""How much longer a normal team waits beside one that asks for as much as it can, in virtual time."""
