import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AnyStateMachine, createActor, createMachine, fromPromise } from 'xstate'
import { ApiError } from '../../src/api/contract/errors.ts'
import { asTest } from '../../src/inspector/as-test.ts'
import { createRecorder } from '../../src/inspector/record.ts'
import { formMachine } from '../../src/machines/form.machine.ts'
import { createListMachine } from '../../src/machines/list.machine.ts'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { createSpawnMachine } from '../../src/machines/spawn.machine.ts'
import { ready, refusal } from '../machines/form.model.ts'
import { input as listInput, pageOf } from '../machines/list.model.ts'
import { verified } from '../machines/session.model.ts'
import { startWalk } from '../support/walk.ts'

/** Runs a machine as the app does, answers given in turn, and gives its story as a test. */
async function copied(
  machine: AnyStateMachine,
  input: unknown,
  answers: Record<string, (() => Promise<unknown>)[]>,
  live: (send: (event: { type: string }) => Promise<void>) => Promise<void>,
  /** A state that waits for what the test does next, though it is busy. */
  rests = '',
): Promise<string> {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const actors = Object.keys(machine.implementations.actors).map((id) => [
    id,
    fromPromise(() => answers[id]?.shift()?.() ?? new Promise(() => {})),
  ])
  const actor = createActor(machine.provide({ actors: Object.fromEntries(actors) }), {
    input: input as never,
    inspect: recorder.hear,
  }).start()
  const settled = () =>
    vi.waitFor(() => {
      const { value } = actor.getSnapshot()
      expect(
        !JSON.stringify(value).includes(`"${rests}"`) &&
          ['busy', 'saving'].some((tag) => actor.getSnapshot().hasTag(tag)),
        JSON.stringify(value),
      ).toBe(false)
    })
  await settled()
  await live(async (event) => {
    actor.send(event as never)
    await settled()
  })
  const code = asTest(recorder.read(), actor.sessionId)!
  actor.stop()
  return code
}

/** Where copied tests find what they import: two folders below the repository, and in none that it keeps. */
const folder = () => {
  mkdirSync('artifacts', { recursive: true })
  return mkdtempSync('artifacts/copied-')
}
const made: Record<string, string> = {}
let place = ''

beforeAll(async () => {
  place = folder()
  const user = { ...verified, token: 'one', refreshToken: 'two' }
  const wrong = () => Promise.reject(new ApiError('http', 'auth', { status: 401, body: undefined as never }))
  made['session'] = await copied(
    sessionMachine,
    undefined,
    {
      restoreSession: [async () => null],
      login: [wrong, async () => user],
      refreshToken: [async () => ({ ...user, token: 'three', refreshToken: 'four' })],
    },
    async (send) => {
      const login = { type: 'login.submitted', email: 'a@atelier.example', password: 'secret-4711' }
      await send(login)
      await send(login)
      await send({ type: 'refresh.requested' })
      await send({ type: 'logout.requested' })
    },
  )
  made['list'] = await copied(
    createListMachine(),
    listInput(),
    {
      loadPage: [async () => pageOf('ab'), async () => pageOf('cd', 2), async () => pageOf('ab')],
      saveOrder: [() => Promise.reject(new ApiError('FETCH_ERROR', 'assets'))],
    },
    async (send) => {
      await send({ type: 'page.requested', page: 2 } as never)
      await send({ type: 'row.moved', id: 'd', position: 0 } as never)
      await send({ type: 'order.toggled', field: 'name' } as never)
    },
  )
  made['form'] = await copied(
    formMachine,
    ready,
    { submitForm: [() => Promise.reject(refusal('body.name')), async () => ({ id: 'a' })] },
    async (send) => {
      const name = (value: string) => send({ type: 'value.changed', key: 'name', value } as never)
      await name('Boot')
      await send({ type: 'submit.requested' })
      await name('Shoe')
      await send({ type: 'submit.requested' })
    },
  )
  const model = { root: 'one' }
  made['spawn'] = await copied(
    createSpawnMachine(),
    { source: null, hasEffect: false, hasAnimation: false, isStill: true },
    { fetchParts: [async () => []], prepareModel: [async () => model] },
    async (send) => {
      await send({ type: 'source.changed', source: '/a.glb', hasEffect: false, hasAnimation: false } as never)
      await send({ type: 'model.shown', model } as never)
    },
    'revealing',
  )
})
test('a file that was given is one again, of its size', () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const spawn = createActor(createSpawnMachine(), {
    input: { source: null, hasEffect: false, hasAnimation: false, isStill: true },
    inspect: recorder.hear,
  }).start()
  spawn.send({
    type: 'source.changed',
    source: new Blob(['abc'], { type: 'model/gltf-binary' }),
    hasEffect: false,
    hasAnimation: false,
  } as never)
  const copied = asTest(recorder.read(), spawn.sessionId)!
  spawn.stop()
  expect(copied).toContain(`"source":new Blob([new Uint8Array(3)], { type: 'model/gltf-binary' })`)
})

test('delays that run beside each other pass one by one, as they were recorded', () => {
  const beside = createMachine({
    type: 'parallel',
    states: {
      one: { initial: 'on', states: { on: { after: { 250: 'off' } }, off: {} } },
      other: { initial: 'on', states: { on: { after: { 200: 'off' } }, off: {} } },
    },
  })
  const { actor, happensAlone } = startWalk(beside)
  happensAlone({ type: 'xstate.after.250.(machine).one.on' })
  expect(actor.getSnapshot().value).toEqual({ one: 'off', other: 'on' })
  expect(made['list']).toContain('walk.happensAlone({"type":"xstate.after.0.list.load.uninitialized"}')
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Runs the tests of the folder in one process; what became of that of each file. */
const run = () =>
  new Promise<Record<string, string>>((resolve, reject) => {
    const config = join(place, 'vitest.config.ts')
    writeFileSync(config, `export default { test: { include: ['${place}/*.test.ts'], isolate: false, maxWorkers: 1 } }`)
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', config, '--reporter', 'json']
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (_, out) => {
      try {
        const { testResults } = JSON.parse(out.slice(out.indexOf('{'))) as {
          testResults: { name: string; assertionResults: { status: string }[] }[]
        }
        // A file that could not even be read has no results.
        const told = testResults.map(({ name, assertionResults: [first] }) => [name.split('/').at(-1), first?.status])
        resolve(Object.fromEntries(told))
      } catch {
        reject(new Error(out))
      }
    })
  })

/** What is broken in each machine. */
const BREAKS: Record<string, [from: string, to: string]> = {
  session: ["doneIn('login.submitted', 'signingIn')", "doneIn('login.submitted', 'requestingCode')"],
  list: ["{ guard: 'hasMoves', target: 'reordering' }", '[]'],
  spawn: ["target: '#spawn.playing'", "target: '#spawn.failed'"],
  form: ["guard: { type: 'landsOnFields', params: failed }", 'guard: () => false'],
}

test('copied tests of a sign-in, a list, a form and an entrance run and pass, and each turns red once its machine is another', async () => {
  for (const [machine, code] of Object.entries(made)) {
    const text = code.replaceAll("'../support/", "'../../tests/support/")
    writeFileSync(join(place, `${machine}.test.ts`), text)
    const [from, to] = BREAKS[machine]!
    const own = readFileSync(`src/machines/${machine}.machine.ts`, 'utf8')
    expect(own).toContain(from)
    const broken = own
      .replace(from, to)
      .replaceAll("from './", "from '../../src/machines/")
      .replaceAll("from '../api/", "from '../../src/api/")
    writeFileSync(join(place, `${machine}.broken.ts`), broken)
    writeFileSync(
      join(place, `${machine}-broken.test.ts`),
      text.replace(`../../src/machines/${machine}.machine.ts`, `./${machine}.broken.ts`),
    )
  }
  expect(await run()).toEqual({
    'session.test.ts': 'passed',
    'list.test.ts': 'passed',
    'form.test.ts': 'passed',
    'spawn.test.ts': 'passed',
    'session-broken.test.ts': 'failed',
    'list-broken.test.ts': 'failed',
    'form-broken.test.ts': 'failed',
    'spawn-broken.test.ts': 'failed',
  })
  expect(JSON.stringify(made)).not.toContain('secret-4711')
})
