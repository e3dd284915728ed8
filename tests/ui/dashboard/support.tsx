import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { RecentChange } from '../../../src/api/contract/audit.ts'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { ListPage } from '../../../src/api/contract/list.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { DashboardScreen } from '../../../src/ui/dashboard/DashboardScreen.tsx'
import type { DashboardCalls } from '../../../src/ui/dashboard/dashboard-calls.ts'
import type { Language } from '../../../src/ui/language.ts'
import { createTranslateFor } from '../../support/translate.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'
import { VERIFIED_USER } from '../session/support.tsx'

/** Returns a response with one page of rows. `totalDocs` is the number of all rows. */
export const pageOf = <R,>(data: R[], totalDocs = data.length): ListPage<R> => ({
  data,
  pagination: { page: 1, limit: 10, totalPages: 1, totalDocs, hasNextPage: false },
})

export const jobWith = (values: Partial<Job>): Job => ({
  id: 'j1',
  kind: 'morph',
  status: 'running',
  progress: 0.4,
  attempts: 1,
  createdAt: '2026-11-01T12:00:00Z',
  ...values,
})

export const changeWith = (values: Partial<RecentChange> = {}): RecentChange => ({
  id: 'c1',
  at: new Date().toISOString(),
  action: 'locked',
  fields: ['locked'],
  actor: { id: 'u1', name: 'The modeller', email: 'ada@house.example' },
  asset: { id: 'a1', name: 'Kiln Jacket', type: 'top' },
  ...values,
})

export const EMPTY_RESPONSES = {
  counts: [],
  recent: pageOf([]),
  pieces: pageOf([]),
  changes: { data: [] },
  queue: pageOf([]),
  failed: pageOf([]),
  undrawn: pageOf([]),
  locked: pageOf([]),
}

type Responses = { [N in keyof DashboardCalls]?: unknown }

export class FailingResponse {
  constructor(readonly error: unknown) {}
}

/**
 * Shows the dashboard. The test may change `responses` for later requests. `emit` sends an event of a change by another user.
 */
export async function showDashboard({
  responses = {},
  ability = [['manage', 'all']],
  language = 'en',
}: {
  responses?: Responses
  ability?: unknown
  language?: Language
}) {
  const requests: string[] = []
  const query = (name: keyof typeof EMPTY_RESPONSES) => async () => {
    requests.push(name)
    const response = name in responses ? responses[name] : EMPTY_RESPONSES[name]
    if (response instanceof FailingResponse) throw response.error
    return response
  }
  const calls = Object.fromEntries(
    (Object.keys(EMPTY_RESPONSES) as (keyof typeof EMPTY_RESPONSES)[]).map((name) => [name, query(name)]),
  ) as unknown as DashboardCalls
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async () => ({ ...VERIFIED_USER, token: createUnsignedToken({ ability }) })),
      } as never,
    }),
  ).start()
  await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  const root = createRootRoute()
  const createTestRoute = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([
      createTestRoute('/', () => <DashboardScreen calls={calls} />),
      ...['/assets', '/assets/$id', '/assets/new', '/jobs', '/activity/assets'].map((path) =>
        createTestRoute(path, () => <p>{path}</p>),
      ),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const listeners = new Set<(event: AssetEvent | 'gap') => void>()
  const listen = (listener: (event: AssetEvent | 'gap') => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const atelier = {
    session,
    language,
    translate: createTranslateFor(language),
    track: () => {},
    sendFile: null,
    listenToEvents: listen,
  }
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router} />
    </AtelierContext>,
  )
  await screen.findByRole('heading', { level: 1 })
  return {
    requests,
    router,
    emit: (event: AssetEvent | 'gap') => act(async () => listeners.forEach((listener) => void listener(event))),
  }
}
