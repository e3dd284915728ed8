import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AnyStateMachine, createActor, createMachine, fromPromise } from 'xstate'
import { ApiError } from '../../src/api/contract/errors.ts'
import machineFolders from '../../src/inspector/machine-folders.json'
import { createRecorder } from '../../src/inspector/recorder.ts'
import { toTestCode } from '../../src/inspector/to-test-code.ts'
import { formMachine } from '../../src/machines/form/form.machine.ts'
import { createListMachine } from '../../src/machines/list/list.machine.ts'
import { sessionMachine } from '../../src/machines/session/session.machine.ts'
import { createSpawnMachine } from '../../src/machines/viewer/spawn.machine.ts'
import { inputWithFile, invalidInputError } from '../machines/form/form.model.ts'
import { input as listInput, pageOf } from '../machines/list/list.model.ts'
import { verifiedSession } from '../machines/session/session.model.ts'
import { startMachineDriver } from '../support/machine-driver.ts'

/** Runs a machine with the given responses in order, and returns the test generated from the recording. */
async function copyTest(
  machine: AnyStateMachine,
  input: unknown,
  answers: Record<string, (() => Promise<unknown>)[]>,
  live: (send: (event: { type: string }) => Promise<void>) => Promise<void>,
  /** Name of a busy state. The next event is sent without waiting for the end of that state. */
  rests = '',
): Promise<string> {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const actors = Object.keys(machine.implementations.actors).map((id) => [
    id,
    fromPromise(() => answers[id]?.shift()?.() ?? new Promise(() => {})),
  ])
  const actor = createActor(machine.provide({ actors: Object.fromEntries(actors) }), {
    input: input as never,
    inspect: recorder.record,
  }).start()
  const flushTimers = () =>
    vi.waitFor(() => {
      const { value } = actor.getSnapshot()
      expect(
        !JSON.stringify(value).includes(`"${rests}"`) &&
          ['busy', 'saving'].some((tag) => actor.getSnapshot().hasTag(tag)),
        JSON.stringify(value),
      ).toBe(false)
    })
  await flushTimers()
  await live(async (event) => {
    actor.send(event as never)
    await flushTimers()
  })
  const code = toTestCode(recorder.read(), actor.sessionId)!
  actor.stop()
  return code
}

/** Creates a folder for generated tests, three levels below the repository so that imports resolve. Git ignores the folder. */
const folder = () => {
  mkdirSync('artifacts/copied', { recursive: true })
  return mkdtempSync('artifacts/copied/')
}
const testFiles: Record<string, string> = {}
let testFolder = ''

beforeAll(async () => {
  testFolder = folder()
  const user = { ...verifiedSession, token: 'one', refreshToken: 'two' }
  const rejectWithUnauthorized = () =>
    Promise.reject(new ApiError('http', 'auth', { status: 401, body: undefined as never }))
  testFiles['session'] = await copyTest(
    sessionMachine,
    undefined,
    {
      restoreSession: [async () => null],
      login: [rejectWithUnauthorized, async () => user],
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
  testFiles['list'] = await copyTest(
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
  testFiles['form'] = await copyTest(
    formMachine,
    inputWithFile,
    { submitForm: [() => Promise.reject(invalidInputError('body.name')), async () => ({ id: 'a' })] },
    async (send) => {
      const name = (value: string) => send({ type: 'value.changed', key: 'name', value } as never)
      await name('Boot')
      await send({ type: 'submit.requested' })
      await name('Shoe')
      await send({ type: 'submit.requested' })
    },
  )
  const model = { root: 'one' }
  testFiles['spawn'] = await copyTest(
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
test('generates code for a file with its recorded size and type', () => {
  const recorder = createRecorder({ version: 'a', page: () => '/' })
  const spawn = createActor(createSpawnMachine(), {
    input: { source: null, hasEffect: false, hasAnimation: false, isStill: true },
    inspect: recorder.record,
  }).start()
  spawn.send({
    type: 'source.changed',
    source: new Blob(['abc'], { type: 'model/gltf-binary' }),
    hasEffect: false,
    hasAnimation: false,
  } as never)
  const testCode = toTestCode(recorder.read(), spawn.sessionId)!
  spawn.stop()
  expect(testCode).toContain(`"source":new Blob([new Uint8Array(3)], { type: 'model/gltf-binary' })`)
})

test('fires parallel delays one by one, in the recorded order', () => {
  const otherMachine = createMachine({
    type: 'parallel',
    states: {
      one: { initial: 'on', states: { on: { after: { 250: 'off' } }, off: {} } },
      other: { initial: 'on', states: { on: { after: { 200: 'off' } }, off: {} } },
    },
  })
  const { actor, triggerAlone } = startMachineDriver(otherMachine)
  triggerAlone({ type: 'xstate.after.250.(machine).one.on' })
  expect(actor.getSnapshot().value).toEqual({ one: 'off', other: 'on' })
  expect(testFiles['list']).toContain('driver.triggerAlone({"type":"xstate.after.0.list.load.uninitialized"}')
})

afterAll(() => rmSync(testFolder, { recursive: true, force: true }))

/** Runs the tests of the folder in one process; returns the result of each file. */
const run = () =>
  new Promise<Record<string, string>>((resolve, reject) => {
    const config = join(testFolder, 'vitest.config.ts')
    writeFileSync(
      config,
      `export default { test: { include: ['${testFolder}/*.test.ts'], isolate: false, maxWorkers: 1 } }`,
    )
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', config, '--reporter', 'json']
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (_, stdout) => {
      try {
        const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
          testResults: { name: string; assertionResults: { status: string }[] }[]
        }
        // A file that could not be parsed has no results.
        const statuses = testResults.map(({ name, assertionResults: [first] }) => [
          name.split('/').at(-1),
          first?.status,
        ])
        resolve(Object.fromEntries(statuses))
      } catch {
        reject(new Error(stdout))
      }
    })
  })

/** Defect for each machine: a text of its source code, and a faulty replacement that the generated test must detect. */
const BREAKS: Record<string, [from: string, to: string]> = {
  session: [
    "transitionForAttempt('login.submitted', 'signingIn')",
    "transitionForAttempt('login.submitted', 'requestingCode')",
  ],
  list: ["{ guard: 'hasMoves', target: 'reordering' }", '[]'],
  spawn: ["target: '#spawn.playing'", "target: '#spawn.failed'"],
  form: ["guard: { type: 'isShownAtFields', params: actorErrorParams }", 'guard: () => false'],
}

test('generates tests of four machines that pass, and fail if the machine is changed', async () => {
  for (const [machine, code] of Object.entries(testFiles)) {
    const text = code.replaceAll("'../../support/", "'../../../tests/support/")
    writeFileSync(join(testFolder, `${machine}.test.ts`), text)
    const [from, to] = BREAKS[machine]!
    const machineFile = `src/machines/${machineFolders[machine as keyof typeof machineFolders]}${machine}.machine.ts`
    const source = readFileSync(machineFile, 'utf8')
    expect(source).toContain(from)
    const broken = source
      .replace(from, to)
      .replace(/from '(\.[^']+)'/g, (_, path: string) => `from '../../../${join(dirname(machineFile), path)}'`)
    writeFileSync(join(testFolder, `${machine}.broken.ts`), broken)
    writeFileSync(
      join(testFolder, `${machine}-broken.test.ts`),
      text.replace(`../../../${machineFile}`, `./${machine}.broken.ts`),
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
  expect(JSON.stringify(testFiles)).not.toContain('secret-4711')
})
