import type pg from 'pg'

/** Closes a connection immediately. `end` closes it gracefully and waits forever where the server does not respond. */
export function destroyConnection(client: pg.ClientBase): void {
  // There is no public API for this.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
