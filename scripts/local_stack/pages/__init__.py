"""The pages and routes that only the local stack has, under `/_local`."""
