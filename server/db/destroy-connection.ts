import type pg from 'pg'

/** Closes a connection immediately. `end` would close it gracefully and wait forever if the server does not respond. */
export function destroyConnection(client: pg.ClientBase): void {
  // pg has no public API for this.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
