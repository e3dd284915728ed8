import { expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError } from '../../src/api/contract/errors.ts'
import { createInspectorController } from '../../src/inspector/inspector-controller.ts'
import { maskPageUrl } from '../../src/inspector/mask-page-url.ts'
import { createRecorder } from '../../src/inspector/recorder.ts'
import { eventTypeOf } from '../../src/inspector/recording.ts'
import { writeRecording } from '../../src/inspector/recording-file.ts'
import { createRemoteController, serveRemoteInspector } from '../../src/inspector/remote-window.ts'
import { createStatelyLink } from '../../src/inspector/stately-link.ts'
import { createTimeTravel } from '../../src/inspector/time-travel.ts'
import { toTestCode } from '../../src/inspector/to-test-code.ts'
import { sessionMachine } from '../../src/machines/session/session.machine.ts'
import { verifiedSession } from '../machines/session/session.model.ts'
import { startStatelyTool } from '../support/stately-tool.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (sub: string) =>
  `${base64({ alg: 'RS256' })}.${base64({ sub, iat: 1_700_000_000, exp: 4_000_000_000, ability: [{ action: 'read' }] })}.c2lnbmF0dXJlLW9mLXRoYXQ`

const SECRETS = {
  password: 'correct horse 4711',
  newPassword: 'battery staple 4712',
  token: jwt('one'),
  next: jwt('two'),
  refreshToken: 'refresh-4713-aaaaaaaa',
  nextRefresh: 'refresh-4714-bbbbbbbb',
  // Longer than a timestamp in milliseconds, which may contain a six-digit code by chance.
  code: '471547154715471',
  verificationId: 'verification-4716',
  id: 'link-4721-reset-or-admin',
  resetId: 'reset-4722-after-verify',
  requestId: 'request-4723-of-a-code',
  apiToken: 'atl_47174717471747174717471747174717471747174717',
  hook: 'whsec_MTIzNDcxODQ3MTg0NzE4NDcxOA==',
  cookie: 'sid=4719-cookie',
  bearer: 'Bearer 4720.abcdefghij',
}

test('includes no secret in any stored, exported, copied or transmitted byte', async () => {
  const recorder = createRecorder({
    version: 'a',
    page: () =>
      maskPageUrl({
        pathname: '/reset-password',
        search: `?id=${SECRETS.id}&requestId=${SECRETS.requestId}&resetId=${SECRETS.resetId}&verificationId=${SECRETS.verificationId}&code=${SECRETS.code}`,
      }),
  })
  const lines: string[] = []
  const spy = new BroadcastChannel('atelier:inspector')
  spy.onmessage = ({ data }) => lines.push(JSON.stringify(data))
  const tool = await startStatelyTool()
  const link = createStatelyLink({ address: tool.address, isLoopback: true }, recorder)
  link.start()
  const stop = serveRemoteInspector(createInspectorController(recorder, createTimeTravel(recorder)), 'page')
  const user = {
    ...verifiedSession,
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
  const actor = createActor(machine, { inspect: recorder.record }).start()
  const flushTimers = () => new Promise((resolve) => setTimeout(resolve, 5))
  await flushTimers()
  const login = { type: 'login.submitted', email: user.email, password: SECRETS.password }
  actor.send(login as never)
  await flushTimers()
  actor.send(login as never)
  await flushTimers()
  actor.send({ type: 'refresh.requested' })
  await flushTimers()
  for (const event of [
    { type: 'mail.opened', resetId: SECRETS.resetId, requestId: SECRETS.requestId },
    { type: 'link.followed', href: `/reset-password?id=${SECRETS.id}&inspect#resetId=${SECRETS.resetId}` },
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
  await flushTimers()
  const other = createRemoteController()
  other.actorStatus(actor.sessionId, null)
  await vi.waitFor(() => expect(other.recording().steps.length).toBeGreaterThan(5))
  const recording = recorder.read()
  await vi.waitFor(() => expect(tool.texts.join()).toContain('logout.requested'))
  const bytes = [
    JSON.stringify(recording),
    writeRecording(recording, true),
    toTestCode(recording, actor.sessionId) ?? '',
    ...lines,
    ...tool.texts,
  ].join('\n')
  expect(bytes.length).toBeGreaterThan(20_000)
  expect(recording.steps.map(eventTypeOf)).toEqual(
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
  // The signature is the secret part of a token. Truncated tokens must not contain it either.
  expect(bytes).not.toContain('c2lnbmF0dXJl')
  expect(writeRecording(recording, false)).not.toContain('mara@')
  other.close()
  stop()
  spy.close()
  link.stop()
  await tool.close()
})

test('masks equal secrets with equal marks, and keeps only the dates of a token', () => {
  const { copy } = createRecorder({ version: 'a', page: () => '/' })
  const [first, again, other] = [SECRETS.code, SECRETS.code, '000000'].map(
    (code) => (copy({ code }) as { code: string }).code,
  )
  expect([again, other === first]).toEqual([first, false])
  const { token } = copy({ token: SECRETS.token }) as { token: string }
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object
  expect(claims).toEqual({ mark: expect.stringMatching(/^•\d+$/), iat: 1_700_000_000, exp: 4_000_000_000, ability: [] })
  expect(copy({ token })).toEqual({ token })
  expect(copy({ error: Object.assign(new Error('no'), { code: 'INVALID_CREDENTIALS' }) })).toMatchObject({
    error: { code: 'INVALID_CREDENTIALS' },
  })
})
