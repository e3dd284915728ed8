import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { formatApprovedRecord, parseRecord } from './approved-record.ts'
import { defineModel } from './model.ts'
import { countChangedLines, summarizeRecordChange } from './record-change.ts'
import { replayModel } from './replay.ts'

/** Returns the record of a door that opens, and locks unless `isLockable` is false. */
function doorRecord(isLockable: boolean) {
  const model = defineModel({
    machine: createMachine(
      {
        id: 'door',
        initial: 'closed',
        states: {
          closed: {
            on: {
              'door.opened': isLockable ? { guard: 'isUnlocked', target: 'open', actions: 'ring' } : 'open',
              'key.turned': isLockable ? { actions: 'lock' } : {},
            },
          },
          open: { tags: 'draughty', on: { 'door.closed': 'closed' } },
        },
      },
      { guards: { isUnlocked: () => true }, actions: { ring: () => {}, lock: () => {} } },
    ),
    events: [{ type: 'door.closed' }, { type: 'key.turned' }, { type: 'door.opened' }],
  })
  return { model, record: formatApprovedRecord({ models: { 'a door': model } }) }
}

test('the summary names new and removed guards, actions and transitions, and counts their paths', () => {
  const [simple, lockable] = [doorRecord(false).record, doorRecord(true).record]
  expect(summarizeRecordChange(simple, lockable)).toEqual([
    '+ action lock, on 1 path',
    '+ action ring, on 1 path',
    '+ guard isUnlocked',
  ])
  expect(summarizeRecordChange(lockable, simple)).toEqual([
    '- action lock, on 1 path',
    '- action ring, on 1 path',
    '- guard isUnlocked',
  ])
  expect(summarizeRecordChange('', simple)).toEqual([
    '+ transition door.closed → closed (untagged), on 1 path',
    '+ transition door.opened → open (draughty), on 1 path',
    '+ transition starts → closed, on 1 path',
  ])
})

test('a record lists consecutive events without effect in one line, and reads them as separate steps', () => {
  const { model, record } = doorRecord(false)
  expect(record).toContain(
    '  starts → closed\n  no effect: door.closed | key.turned\n  door.opened → open (draughty)\n',
  )
  const [path] = parseRecord(record)['a door']!
  expect(path!.events.slice(0, 3)).toEqual(['door.closed', 'key.turned', 'door.opened'])
  expect(path!.steps).toEqual(
    replayModel(
      model,
      path!.events.map((type) => model.events.findIndex((event) => event.type === type)),
    ),
  )
})

test('the number of changed lines counts added, removed and repeated lines', () => {
  expect(countChangedLines('a\nb\nb\nc', 'b\nc\nd\nd')).toBe(4)
  expect(countChangedLines('a\nb', 'b\na')).toBe(0)
})
