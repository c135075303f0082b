"""The interface described for others: OpenAPI, AsyncAPI and TypeScript, from its messages."""
