import pino from 'pino'
import { expect, test } from 'vitest'
import { createOutageLog } from '../../../server/db/outage-log.ts'

test('logs start and end of a database outage once each, and no failure before the first connection', () => {
  const lines: Record<string, unknown>[] = []
  let time = 100
  const write = (line: string) => {
    const { msg, reason, awayMs } = JSON.parse(line)
    lines.push({ msg, reason, awayMs })
  }
  const outage = createOutageLog(pino({ base: null }, { write }), () => time)
  outage.reportFailure(new Error('not there yet'))
  outage.reportSuccess()
  expect(lines).toEqual([])
  for (let call = 0; call < 100; call++) outage.reportFailure(new Error('gone'))
  time = 500
  // One connection succeeded while others still fail.
  outage.reportSuccess()
  outage.reportFailure(new Error('gone'))
  time = 600
  outage.reportSuccess()
  expect(lines).toHaveLength(1)
  time = 1_500
  outage.reportSuccess()
  outage.reportSuccess()
  expect(lines).toEqual([
    { msg: 'the database is unreachable', reason: 'gone', awayMs: undefined },
    { msg: 'the database is reachable again', reason: undefined, awayMs: 400 },
  ])
})
