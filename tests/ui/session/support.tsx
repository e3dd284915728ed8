import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type AnyActorLogic, createActor, fromPromise, waitFor } from 'xstate'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { AtelierContext, type QueryCache } from '../../../src/ui/context.ts'
import { SIGNED_IN_SESSION } from '../../support/signed-in-session.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

export const VERIFIED_USER: SessionData = SIGNED_IN_SESSION

export const GUEST: SessionData = {
  ...VERIFIED_USER,
  _id: 'guest-1',
  settings: { isPasswordUpdated: false, isEmailVerified: false },
}
delete GUEST.email
delete GUEST.verifiedAt

export function createRefusalError(code: ErrorCode, status: number, details?: unknown): ApiError {
  const error = { code, message: code, status, details }
  return new ApiError('http', 'auth', { status, body: { error, type: '/', title: code, status, detail: code } })
}

/** Stubs for the actors of the session machine. Each stub is called with the input of its actor. */
export type ActorStubs = Partial<
  Record<keyof NonNullable<Parameters<typeof sessionMachine.provide>[0]['actors']>, (input: unknown) => unknown>
>

/** Renders a view in a router, with a real session machine whose actors are stubs. Returns the inputs of all stubs as `sent`. */
export async function showView(
  view: ReactNode,
  stubs: ActorStubs = {},
  storedSession: SessionData | null = null,
  cache?: QueryCache,
) {
  const sent: [string, unknown][] = []
  const stubActor = (name: string, stub: (input: unknown) => unknown): AnyActorLogic =>
    fromPromise(async ({ input }) => {
      sent.push([name, input])
      return stub(input)
    })
  const actors = Object.fromEntries(
    Object.entries(stubs).map(([name, stub]) => [name, stubActor(name, stub as (input: unknown) => unknown)]),
  )
  const session = createActor(
    sessionMachine.provide({ actors: { ...actors, restoreSession: fromPromise(async () => storedSession) } as never }),
  ).start()
  await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  const root = createRootRoute()
  const pages = ['/', '/signin', '/signup', '/verify', '/forgot', '/account', '/reset-password'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => (path === '/' ? view : <p>{path}</p>) }),
  )
  const router = createRouter({ routeTree: root.addChildren(pages), history: createMemoryHistory() })
  const atelier = {
    session,
    language: 'en' as const,
    translate: createTranslateFor('en'),
    track: () => {},
    sendFile: null,
    cache,
    navigate: (href: string) => router.navigate({ href }),
  }
  await act(async () => {
    render(
      <AtelierContext value={atelier as never}>
        <RouterProvider router={router as never} />
      </AtelierContext>,
    )
  })
  await act(() => router.load())
  return { session, sent, router }
}

export const typeText = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } })

export const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** Clicks the button with this name, or the radio button if there is no such button. */
export const press = (name: string) => {
  const found = screen.queryByRole('button', { name }) ?? screen.getByRole('radio', { name })
  return act(async () => found.click())
}
