import pino from 'pino'
import { expect, test } from 'vitest'
import { createOutage } from '../../../server/db/outage.ts'

test('an outage is one line as it begins and one as it ends, however many calls it meets; before the first answer none', () => {
  const lines: string[] = []
  let time = 0
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const outage = createOutage(log, () => time)
  outage.begins(new Error('not there yet'))
  outage.ends()
  expect(lines).toEqual([])
  for (let call = 0; call < 100; call++) outage.begins(new Error('gone'))
  time = 500
  // One connection got through while others still fail.
  outage.ends()
  outage.begins(new Error('gone'))
  time = 2_000
  outage.ends()
  outage.ends()
  expect(lines).toEqual(['the database is away', 'the database is back'])
})
