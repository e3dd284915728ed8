import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { createInspectorController } from '../../src/inspector/inspector-controller.ts'
import { createRecorder } from '../../src/inspector/recorder.ts'
import {
  findUnknownMachines,
  MAX_RECORDING_BYTES,
  parseRecording,
  writeRecording,
} from '../../src/inspector/recording-file.ts'
import { createTimeTravel } from '../../src/inspector/time-travel.ts'
import { toTestCode } from '../../src/inspector/to-test-code.ts'
import { paletteMachine } from '../../src/machines/palette/palette.machine.ts'
import { startMachineDriver } from '../support/machine-driver.ts'
import { formatState } from '../support/model/format-value.ts'

const found = { things: [], isWhole: false }

/** A palette that was opened, found nothing, failed once and was closed. */
async function recorded() {
  const recorder = createRecorder({ version: 'b', page: () => '/assets' })
  const answers = [() => Promise.resolve(found), () => Promise.reject(new Error('gone </script> `1`'))]
  let requestCount = 0
  const machine = paletteMachine.provide({
    actors: { searchItems: fromPromise(() => answers[requestCount++]!() as never) } as never,
    delays: { rest: 5 } as never,
  })
  const actor = createActor(machine, { inspect: recorder.record }).start()
  const flushTimers = () => new Promise((resolve) => setTimeout(resolve, 25))
  actor.send({ type: 'palette.opened' })
  await flushTimers()
  actor.send({ type: 'text.changed', typed: '"quoted" \\ </script>' })
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ open: 'failed' })).toBe(true))
  actor.send({ type: 'palette.closed' })
  return { recorder, actor, requestCount: () => requestCount }
}

function runCopied(code: string): void {
  const body = code.replace(/^import .*$/gm, '').replace(/ as never/g, '')
  const run = new Function('test', 'expect', 'vi', 'startMachineDriver', 'formatState', 'paletteMachine', body)
  run((_: string, callback: () => void) => callback(), expect, vi, startMachineDriver, formatState, paletteMachine)
}

describe('a recording', () => {
  test('generates a test that passes, and fails if the machine behaves differently', async () => {
    const { recorder, actor } = await recorded()
    const code = toTestCode(recorder.read(), actor.sessionId)!
    runCopied(code)
    expect(() => runCopied(code.replaceAll('open.failed', 'open.idle'))).toThrow()
    expect(code).not.toContain('</script>')
  })

  test('generates no test for an actor whose start was not recorded', () => {
    const actor = createActor(
      paletteMachine.provide({ actors: { searchItems: fromPromise(async () => found as never) } as never }),
    ).start()
    const recorder = createRecorder({ version: 'b', page: () => '/' })
    recorder.adopt([actor])
    expect(toTestCode(recorder.read(), actor.sessionId)).toBeNull()
  })

  test('has the same content after export and import', async () => {
    const { recorder } = await recorded()
    expect(parseRecording(writeRecording(recorder.read(), true))).toEqual(JSON.parse(JSON.stringify(recorder.read())))
  })

  test('reports machines whose definition differs from the recorded definition', async () => {
    const recording = (await recorded()).recorder.read()
    const { hash } = recording.machines['palette']!
    expect(findUnknownMachines(recording, { palette: { hash } })).toEqual([])
    expect(findUnknownMachines(recording, { palette: { hash: 'other' } })).toEqual(['palette'])
    expect(findUnknownMachines({ ...recording, machines: { constructor: { hash: 'x' } } }, {})).toEqual(['constructor'])
  })
})

describe('an imported file', () => {
  const valid = {
    format: 'atelier-recording',
    version: 1,
    app: { version: '', startedAt: '', page: '' },
    machines: {},
    actors: [],
    steps: [],
    masked: 0,
  }
  test.each([
    ['is not JSON', '<script>alert(1)</script>', 'inspector.file.none'],
    ['has another format', '{"format":"other"}', 'inspector.file.none'],
    ['is null', 'null', 'inspector.file.none'],
    ['is of a newer version', JSON.stringify({ ...valid, version: 2 }), 'inspector.file.newer'],
    ['is of an older version', JSON.stringify({ ...valid, version: 0 }), 'inspector.file.broken'],
    ['lacks required fields', JSON.stringify({ ...valid, steps: [{ n: 1 }] }), 'inspector.file.broken'],
    ['has numbers instead of strings', JSON.stringify({ ...valid, actors: [{ id: 1 }] }), 'inspector.file.broken'],
    ['is huge', ' '.repeat(MAX_RECORDING_BYTES + 1), 'inspector.file.large'],
  ])('that %s is refused with a reason', (_, text, messageKey) => {
    expect(() => parseRecording(text)).toThrow(expect.objectContaining({ messageKey }))
  })

  test('cannot pollute prototypes', () => {
    const hostile = `{"format":"atelier-recording","version":1,"app":{"version":"","startedAt":"","page":""},"machines":{},"actors":[],"masked":0,
      "__proto__":{"polluted":true},"steps":[{"n":1,"at":1,"actor":"x:0","event":{"type":"a","__proto__":{"polluted":true}},"outcome":"taken",
      "transitions":[],"guards":[],"actions":[],"emitted":[],"began":[],"ended":[],"value":"on","status":"active","whole":{},"changes":[{"at":["__proto__","polluted"],"to":true}]}]}`
    parseRecording(hostile)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

test('starts no child, sends no request and changes no actor when a step is inspected', async () => {
  const { recorder, actor, requestCount } = await recorded()
  const controller = createInspectorController(recorder, createTimeTravel(recorder))
  const before = [requestCount(), actor.getSnapshot(), recorder.read().steps.length]
  const failedStep = recorder.read().steps.find(({ value }) => JSON.stringify(value) === '{"open":"failed"}')!
  const previewsByStep = recorder.read().steps.map(({ n }) => controller.actorStatus(actor.sessionId, n).eventPreviews)
  expect(controller.actorStatus(actor.sessionId, failedStep.n).eventPreviews).toContainEqual({
    event: 'retry.requested',
    would: 'taken',
    to: 'open.searching',
    guards: [],
  })
  expect(previewsByStep.some((previews) => previews.length > 0)).toBe(true)
  expect([requestCount(), actor.getSnapshot(), recorder.read().steps.length]).toEqual(before)
})

test('fires a pending delay immediately on request, and no longer lists the delay as pending', () => {
  const recorder = createRecorder({ version: 'b', page: () => '/' })
  const machine = paletteMachine.provide({ actors: { searchItems: fromPromise(() => new Promise(() => {})) } as never })
  const actor = createActor(machine, { inspect: recorder.record }).start()
  actor.send({ type: 'palette.opened' })
  actor.send({ type: 'text.changed', typed: 'kiln' })
  const controller = createInspectorController(recorder, createTimeTravel(recorder))
  const [timer] = controller.actorStatus(actor.sessionId, null).timers
  expect(timer).toMatchObject({ delay: 120, actor: actor.sessionId })
  controller.fireTimer(actor.sessionId, timer!.id)
  expect(actor.getSnapshot().value).toEqual({ open: 'searching' })
  expect(controller.actorStatus(actor.sessionId, null).timers).toEqual([])
})
