import { afterEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError } from '../../src/api/contract/errors.ts'
import { asTest } from '../../src/inspector/as-test.ts'
import { createDesk } from '../../src/inspector/desk.ts'
import { writeRecording } from '../../src/inspector/file.ts'
import { createOtherDesk, serveWindow } from '../../src/inspector/other-window.ts'
import { createLink } from '../../src/inspector/protocol.ts'
import { createRecorder } from '../../src/inspector/record.ts'
import { typeOf } from '../../src/inspector/recording.ts'
import { createTravel } from '../../src/inspector/travel.ts'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { verified } from '../machines/session.model.ts'
import { startTool } from '../support/stately-tool.ts'

afterEach(() => void vi.useRealTimers().unstubAllGlobals())

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (sub: string) =>
  `${base64({ alg: 'RS256' })}.${base64({ sub, iat: 1_700_000_000, exp: 4_000_000_000, ability: [{ action: 'read' }] })}.c2lnbmF0dXJlLW9mLXRoYXQ`

/** One of each, in every place that one can be. */
const SECRETS = {
  password: 'correct horse 4711',
  newPassword: 'battery staple 4712',
  token: jwt('one'),
  next: jwt('two'),
  refreshToken: 'refresh-4713-aaaaaaaa',
  nextRefresh: 'refresh-4714-bbbbbbbb',
  // Longer than a time in milliseconds, in which one of six digits may stand by chance.
  code: '471547154715471',
  verificationId: 'verification-4716',
  apiToken: 'atl_47174717471747174717471747174717471747174717',
  hook: 'whsec_MTIzNDcxODQ3MTg0NzE4NDcxOA==',
  cookie: 'sid=4719-cookie',
  bearer: 'Bearer 4720.abcdefghij',
}

test('whatever is secret is in no byte of what is kept, exported, copied or told to another window or tool', async () => {
  const recorder = createRecorder({
    version: 'a',
    page: () => `/verify?verificationId=${SECRETS.verificationId}&code=${SECRETS.code}`,
  })
  const told: string[] = []
  const spy = new BroadcastChannel('atelier:inspector')
  spy.onmessage = ({ data }) => told.push(JSON.stringify(data))
  const tool = await startTool()
  const link = createLink({ address: tool.address, isOwn: true }, recorder)
  link.start()
  const stop = serveWindow(createDesk(recorder, createTravel(recorder)), 'page')
  const user = {
    ...verified,
    email: 'mara@harbourlane.example',
    token: SECRETS.token,
    refreshToken: SECRETS.refreshToken,
  }
  const answers = [
    () => Promise.reject(new ApiError('FETCH_ERROR', `auth ${SECRETS.token}`, undefined, new Error(SECRETS.bearer))),
    () => Promise.resolve(user),
  ]
  const machine = sessionMachine.provide({
    actors: {
      restoreSession: fromPromise(async () => null),
      login: fromPromise(() => answers.shift()!() as never),
      refreshToken: fromPromise(async () => ({ ...user, token: SECRETS.next, refreshToken: SECRETS.nextRefresh })),
      logout: fromPromise(async () => undefined as never),
    } as never,
  })
  const actor = createActor(machine, { inspect: recorder.hear }).start()
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  await settled()
  const login = { type: 'login.submitted', email: user.email, password: SECRETS.password }
  actor.send(login as never)
  await settled()
  actor.send(login as never)
  await settled()
  actor.send({ type: 'refresh.requested' })
  await settled()
  for (const event of [
    { type: 'value.changed', key: 'newPassword', value: SECRETS.newPassword },
    {
      type: 'other',
      headers: { Authorization: SECRETS.bearer, cookie: SECRETS.cookie },
      at: `/x?refreshToken=${SECRETS.nextRefresh}`,
    },
    {
      type: 'other',
      message: `got ${SECRETS.apiToken} and ${SECRETS.hook} of ${SECRETS.bearer}`,
      secret: { deep: [SECRETS.code] },
    },
    {
      type: 'other',
      list: [{ name: 'code', value: SECRETS.code }],
      map: new Map([['a', { accessToken: SECRETS.token }]]),
    },
    {
      type: 'other',
      code: Number(SECRETS.code),
      error: Object.assign(new Error(SECRETS.token), { code: SECRETS.code }),
    },
  ])
    actor.send(event as never)
  actor.send({ type: 'logout.requested' })
  await settled()
  const other = createOtherDesk()
  other.situation(actor.sessionId, null)
  await vi.waitFor(() => expect(other.recording().steps.length).toBeGreaterThan(5))
  const recording = recorder.read()
  await vi.waitFor(() => expect(tool.texts.join()).toContain('logout.requested'))
  const bytes = [
    JSON.stringify(recording),
    writeRecording(recording, true),
    asTest(recording, actor.sessionId) ?? '',
    ...told,
    ...tool.texts,
  ].join('\n')
  expect(bytes.length).toBeGreaterThan(20_000)
  expect(recording.steps.map(typeOf)).toEqual(
    expect.arrayContaining(['xstate.done.actor.refreshToken', 'logout.requested']),
  )
  const forms = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').slice(0, -4),
  ]
  const found = Object.entries(SECRETS).flatMap(([name, secret]) =>
    forms(secret).some((form) => bytes.includes(form)) ? [name] : [],
  )
  expect(found).toEqual([])
  // A signature is a token's secret part, wherever it was cut.
  expect(bytes).not.toContain('c2lnbmF0dXJl')
  expect(writeRecording(recording, false)).not.toContain('mara@')
  other.close()
  stop()
  spy.close()
  link.stop()
  await tool.close()
})

test('the same secret is the same mark, another another, and a token keeps its dates and nothing else', () => {
  const { copy } = createRecorder({ version: 'a', page: () => '/' })
  const [one, again, other] = [SECRETS.code, SECRETS.code, '000000'].map(
    (code) => (copy({ code }) as { code: string }).code,
  )
  expect([again, other === one]).toEqual([one, false])
  const { token } = copy({ token: SECRETS.token }) as { token: string }
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object
  expect(claims).toEqual({ mark: expect.stringMatching(/^•\d+$/), iat: 1_700_000_000, exp: 4_000_000_000, ability: [] })
  expect(copy({ token })).toEqual({ token })
  expect(copy({ error: Object.assign(new Error('no'), { code: 'INVALID_CREDENTIALS' }) })).toMatchObject({
    error: { code: 'INVALID_CREDENTIALS' },
  })
})
