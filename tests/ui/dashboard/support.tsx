import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { RecentChange } from '../../../src/api/contract/audit.ts'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { ListPage } from '../../../src/api/contract/list.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { DashboardScreen } from '../../../src/ui/dashboard/DashboardScreen.tsx'
import type { DashboardCalls } from '../../../src/ui/dashboard/dashboard-calls.ts'
import type { Language } from '../../../src/ui/language.ts'
import { tokenWith } from '../../support/tokens.ts'
import { translateIn } from '../../support/translate.ts'
import { PERSON } from '../session/support.tsx'

/** A page of rows, of which there may be more. */
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

/** What each question is answered with where a test says nothing else. */
export const NOTHING = {
  counts: [],
  recent: pageOf([]),
  pieces: pageOf([]),
  changes: { data: [] },
  queue: pageOf([]),
  failed: pageOf([]),
  undrawn: pageOf([]),
  locked: pageOf([]),
}

type Answers = { [N in keyof DashboardCalls]?: unknown }

/** An answer that stands for a failure: the question is refused with it. */
export class Failing {
  constructor(readonly error: unknown) {}
}

/**
 * Shows the dashboard; `answers` may be changed for what is asked next. Gives what was asked, and how others' changes are
 * told.
 */
export async function showDashboard({
  answers = {},
  ability = [['manage', 'all']],
  language = 'en',
}: {
  answers?: Answers
  ability?: unknown
  language?: Language
}) {
  const asked: string[] = []
  const ask = (name: keyof typeof NOTHING) => async () => {
    asked.push(name)
    const answer = name in answers ? answers[name] : NOTHING[name]
    if (answer instanceof Failing) throw answer.error
    return answer
  }
  const calls = Object.fromEntries(
    (Object.keys(NOTHING) as (keyof typeof NOTHING)[]).map((name) => [name, ask(name)]),
  ) as unknown as DashboardCalls
  const session = createActor(
    sessionMachine.provide({
      actors: { restoreSession: fromPromise(async () => ({ ...PERSON, token: tokenWith({ ability }) })) } as never,
    }),
  ).start()
  await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  const root = createRootRoute()
  const at = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([
      at('/', () => <DashboardScreen calls={calls} />),
      ...['/assets', '/assets/$id', '/assets/new', '/jobs', '/activity/assets'].map((path) =>
        at(path, () => <p>{path}</p>),
      ),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const listeners = new Set<(news: AssetEvent | 'gap') => void>()
  const listen = (listener: (news: AssetEvent | 'gap') => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const atelier = { session, language, translate: translateIn(language), track: () => {}, sendFile: null, listen }
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router} />
    </AtelierContext>,
  )
  await screen.findByRole('heading', { level: 1 })
  return {
    asked,
    router,
    /** Others changed something. */
    tell: (news: AssetEvent | 'gap') => act(async () => listeners.forEach((listener) => void listener(news))),
  }
}
