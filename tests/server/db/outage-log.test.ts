import pino from 'pino'
import { expect, test } from 'vitest'
import { createOutageLog } from '../../../server/db/outage-log.ts'

test('logs start and end of a database outage once each, and no failure before the first connection', () => {
  const lines: string[] = []
  let time = 0
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const outage = createOutageLog(log, () => time)
  outage.reportFailure(new Error('not there yet'))
  outage.reportSuccess()
  expect(lines).toEqual([])
  for (let call = 0; call < 100; call++) outage.reportFailure(new Error('gone'))
  time = 500
  // One connection succeeded while others still fail.
  outage.reportSuccess()
  outage.reportFailure(new Error('gone'))
  time = 2_000
  outage.reportSuccess()
  outage.reportSuccess()
  expect(lines).toEqual(['the database is unreachable', 'the database is reachable again'])
})
