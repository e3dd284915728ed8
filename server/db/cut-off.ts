import type pg from 'pg'

/** Ends a connection at once, without a word: `end` takes leave politely and waits, for ever where nobody answers. */
export function cutOff(client: pg.ClientBase): void {
  // There is no public way.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
