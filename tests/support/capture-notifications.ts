import pg from 'pg'

/**
 * Returns the payloads that another connection to a PostgreSQL database receives on a channel because of an action, in order.
 * PostgreSQL delivers notifications in the order of their commits, so a notification of our own after the action marks the end.
 * No timeout is needed, and an empty list proves that no process was notified.
 *
 * ```ts
 * expect(await captureNotifications(url, JOBS_CHANNEL, () => cancelJob(db, id, now))).toEqual([id])
 * ```
 */
export async function captureNotifications(
  url: string,
  channel: string,
  action: () => Promise<unknown>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    const end = 'end of the action'
    const received: string[] = []
    const closed = new Promise<void>((resolve) =>
      client.on('notification', ({ payload = '' }) => (payload === end ? resolve() : received.push(payload))),
    )
    await action()
    await client.query('select pg_notify($1, $2)', [channel, end])
    await closed
    return received
  } finally {
    await client.end()
  }
}
