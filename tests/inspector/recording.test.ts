import { afterEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { asTest } from '../../src/inspector/as-test.ts'
import { createDesk } from '../../src/inspector/desk.ts'
import { LARGEST_FILE, readRecording, strangersIn, writeRecording } from '../../src/inspector/file.ts'
import { createRecorder } from '../../src/inspector/record.ts'
import { createTravel } from '../../src/inspector/travel.ts'
import { paletteMachine } from '../../src/machines/palette.machine.ts'
import { writtenState } from '../support/model/describe.ts'
import { startWalk } from '../support/walk.ts'

afterEach(() => vi.useRealTimers())

const found = { things: [], isWhole: false }

/** A palette that was opened, found nothing, was refused once and closed. */
async function recorded() {
  const recorder = createRecorder({ version: 'b', page: () => '/assets' })
  const answers = [() => Promise.resolve(found), () => Promise.reject(new Error('gone </script> `1`'))]
  let asked = 0
  const machine = paletteMachine.provide({
    actors: { findThings: fromPromise(() => answers[asked++]!() as never) } as never,
    delays: { rest: 5 } as never,
  })
  const actor = createActor(machine, { inspect: recorder.hear }).start()
  const settled = () => new Promise((resolve) => setTimeout(resolve, 25))
  actor.send({ type: 'palette.opened' })
  await settled()
  actor.send({ type: 'text.changed', typed: '"quoted" \\ </script>' })
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ open: 'failed' })).toBe(true))
  actor.send({ type: 'palette.closed' })
  return { recorder, actor, asked: () => asked }
}

/** Runs the code of a copied test with what it imports. */
function runCopied(code: string): void {
  const body = code.replace(/^import .*$/gm, '').replace(/ as never/g, '')
  const run = new Function('test', 'expect', 'vi', 'startWalk', 'writtenState', 'paletteMachine', body)
  run((_: string, inside: () => void) => inside(), expect, vi, startWalk, writtenState, paletteMachine)
}

describe('a recording', () => {
  test('copied as a test runs and passes, and fails where the machine went another way', async () => {
    const { recorder, actor } = await recorded()
    const code = asTest(recorder.read(), actor.sessionId)!
    runCopied(code)
    expect(() => runCopied(code.replaceAll('open.failed', 'open.idle'))).toThrow()
    expect(code).not.toContain('</script>')
  })

  test('of an actor whose start was not seen is no test', () => {
    const actor = createActor(
      paletteMachine.provide({ actors: { findThings: fromPromise(async () => found as never) } as never }),
    ).start()
    const recorder = createRecorder({ version: 'b', page: () => '/' })
    recorder.adopt([actor])
    expect(asTest(recorder.read(), actor.sessionId)).toBeNull()
  })

  test('goes into a file and comes back as it was', async () => {
    const { recorder } = await recorded()
    expect(readRecording(writeRecording(recorder.read(), true))).toEqual(JSON.parse(JSON.stringify(recorder.read())))
  })

  test('of a definition that is another here is told', async () => {
    const recording = (await recorded()).recorder.read()
    const { hash } = recording.machines['palette']!
    expect(strangersIn(recording, { palette: { hash } })).toEqual([])
    expect(strangersIn(recording, { palette: { hash: 'other' } })).toEqual(['palette'])
    expect(strangersIn({ ...recording, machines: { constructor: { hash: 'x' } } }, {})).toEqual(['constructor'])
  })
})

describe('a file', () => {
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
    ['is no JSON', '<script>alert(1)</script>', 'inspector.file.none'],
    ['is something else', '{"format":"other"}', 'inspector.file.none'],
    ['is nothing', 'null', 'inspector.file.none'],
    ['is of a newer version', JSON.stringify({ ...valid, version: 2 }), 'inspector.file.newer'],
    ['is of an older one', JSON.stringify({ ...valid, version: 0 }), 'inspector.file.broken'],
    ['lacks what is needed', JSON.stringify({ ...valid, steps: [{ n: 1 }] }), 'inspector.file.broken'],
    ['has numbers for words', JSON.stringify({ ...valid, actors: [{ id: 1 }] }), 'inspector.file.broken'],
    ['is huge', ' '.repeat(LARGEST_FILE + 1), 'inspector.file.large'],
  ])('that %s is refused with its reason', (_, text, word) => {
    expect(() => readRecording(text)).toThrow(expect.objectContaining({ word }))
  })

  test('cannot reach the prototypes of what it is read into', () => {
    const hostile = `{"format":"atelier-recording","version":1,"app":{"version":"","startedAt":"","page":""},"machines":{},"actors":[],"masked":0,
      "__proto__":{"polluted":true},"steps":[{"n":1,"at":1,"actor":"x:0","event":{"type":"a","__proto__":{"polluted":true}},"outcome":"taken",
      "transitions":[],"guards":[],"actions":[],"emitted":[],"began":[],"ended":[],"value":"on","status":"active","whole":{},"changes":[{"at":["__proto__","polluted"],"to":true}]}]}`
    readRecording(hostile)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

test('to look at a step runs nothing: no child is started, nothing is asked, and the actor stands where it stood', async () => {
  const { recorder, actor, asked } = await recorded()
  const desk = createDesk(recorder, createTravel(recorder))
  const before = [asked(), actor.getSnapshot(), recorder.read().steps.length]
  const opened = recorder.read().steps.find(({ value }) => JSON.stringify(value) === '{"open":"failed"}')!
  const seen = recorder.read().steps.map(({ n }) => desk.situation(actor.sessionId, n).outlooks)
  expect(desk.situation(actor.sessionId, opened.n).outlooks).toContainEqual({
    event: 'answer.requested',
    would: 'taken',
    to: 'open.asking',
    guards: [],
  })
  expect(seen.some((it) => it.length > 0)).toBe(true)
  expect([asked(), actor.getSnapshot(), recorder.read().steps.length]).toEqual(before)
})

test('a delay can be let pass now, and is over then', () => {
  const recorder = createRecorder({ version: 'b', page: () => '/' })
  const machine = paletteMachine.provide({ actors: { findThings: fromPromise(() => new Promise(() => {})) } as never })
  const actor = createActor(machine, { inspect: recorder.hear }).start()
  actor.send({ type: 'palette.opened' })
  actor.send({ type: 'text.changed', typed: 'kiln' })
  const desk = createDesk(recorder, createTravel(recorder))
  const [timer] = desk.situation(actor.sessionId, null).timers
  expect(timer).toMatchObject({ delay: 120, actor: actor.sessionId })
  desk.pass(actor.sessionId, timer!.id)
  expect(actor.getSnapshot().value).toEqual({ open: 'asking' })
  expect(desk.situation(actor.sessionId, null).timers).toEqual([])
})
