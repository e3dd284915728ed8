import pino from 'pino'
import { expect, test } from 'vitest'
import { DatabaseAway } from '../../server/db/faults.ts'
import { createLater } from '../../server/later.ts'

const logOf = () => {
  const lines: string[] = []
  return { lines, log: pino({ base: null }, { write: (line: string) => void lines.push(line) }) }
}

test('work that met a database that was away is done once that is back', async () => {
  const { lines, log } = logOf()
  const later = createLater(log, [1, 1, 1])
  let tries = 0
  later.add('mail', async () => {
    tries += 1
    if (tries < 4) throw new DatabaseAway('nobody answers')
  })
  await later.idle()
  expect([tries, lines]).toEqual([4, []])
})

test('work is given up where the database stays away, and at once for any other fault; each is one line', async () => {
  const { lines, log } = logOf()
  const later = createLater(log, [1, 1])
  let [away, wrong] = [0, 0]
  later.add('mail', async () => {
    away += 1
    throw new DatabaseAway('nobody answers')
  })
  later.add('mail', async () => {
    wrong += 1
    throw new Error('nonsense')
  })
  await later.idle()
  expect([away, wrong, lines.length]).toEqual([3, 1, 2])
})
