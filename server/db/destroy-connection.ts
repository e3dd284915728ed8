import type pg from 'pg'

/** Closes a connection immediately. `end` would wait forever for a server that does not respond. */
export function destroyConnection(client: pg.ClientBase): void {
  // pg has no public API for closing a connection immediately.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
