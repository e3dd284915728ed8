import { vi } from 'vitest'
import { waitFor } from 'xstate'
import type { SessionData } from '../../src/api/contract/auth.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../src/api/contract/errors.ts'
import { type App, createApp } from '../../src/app.ts'
import { SESSION_KEY, toSessionRecord } from '../../src/machines/session/session-record.ts'
import { device } from './fake-idb-keyval.ts'
import { SIGNED_IN_SESSION } from './signed-in-session.ts'
import { createUnsignedToken } from './unsigned-token.ts'

const startedApps: App[] = []

export const readSeconds = () => Math.floor(Date.now() / 1000)
export const createFreshToken = (name: string) =>
  createUnsignedToken({ sub: name, ability: [['read', 'all']], iat: readSeconds(), exp: readSeconds() + 900 })
export const createStaleToken = () =>
  createUnsignedToken({ sub: 'old', ability: [['read', 'all']], iat: readSeconds() - 900, exp: readSeconds() - 1 })
export const createSession = (values: Partial<SessionData> = {}): SessionData => ({
  ...SIGNED_IN_SESSION,
  token: createFreshToken('first'),
  ...values,
})
export const EMPTY_TAG_PAGE = {
  data: [],
  pagination: { page: 1, limit: 10, totalPages: 0, totalDocs: 0, hasNextPage: false },
}

export const createErrorResponse = (code: ErrorCode): Response => {
  const status = ERROR_STATUS[code]
  const body: ErrorBody = { error: { code, message: code, status }, type: '', title: code, status, detail: code }
  return Response.json(body, { status })
}

/** Starts an app with a fake server that responds by path. `calls` records the requested paths. */
export async function startApp(respond: (path: string, request: Request) => Response | Promise<Response>) {
  const calls: string[] = []
  const app = createApp({
    apiBase: 'https://api.atelier.example',
    fetch: async (input, init) => {
      const request = new Request(input as Request, init)
      const { pathname } = new URL(request.url)
      calls.push(pathname)
      return respond(pathname, request)
    },
  })
  startedApps.push(app)
  await waitFor(app.session, (snapshot) => !snapshot.matches('restoring'))
  return { app, calls }
}

export const storeSession = (data: SessionData) =>
  localStorage.setItem(SESSION_KEY, JSON.stringify(toSessionRecord(data)))
export const readStoredRecord = (): unknown => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')

/** Deletes all stored data and shortens the delays before retries. */
export function resetDevice(): void {
  localStorage.clear()
  device.entries.clear()
  device.beforeAccess = async () => {}
  vi.spyOn(Math, 'random').mockReturnValue(-0.4)
}

export function closeApps(): void {
  for (const app of startedApps.splice(0)) app.close()
}
