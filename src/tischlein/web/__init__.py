"""How people and programs reach the tables: HTTP, WebSocket and the browser client."""
