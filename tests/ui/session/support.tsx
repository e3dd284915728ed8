import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type AnyActorLogic, createActor, fromPromise, waitFor } from 'xstate'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { AtelierContext, type Kept } from '../../../src/ui/context.ts'
import { SIGNED_IN } from '../../support/signed-in.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

// jsdom scrolls nothing, and says so each time it is asked to.
window.scrollTo = () => {}

/** A person whose e-mail is verified. */
export const PERSON: SessionData = SIGNED_IN

/** Somebody without an e-mail. */
export const GUEST: SessionData = {
  ...PERSON,
  _id: 'guest-1',
  settings: { isPasswordUpdated: false, isEmailVerified: false },
}
delete GUEST.email
delete GUEST.verifiedAt

/** A refusal by the server. */
export function refusal(code: ErrorCode, status: number, details?: unknown): ApiError {
  const error = { code, message: code, status, details }
  return new ApiError('http', 'auth', { status, body: { error, type: '/', title: code, status, detail: code } })
}

/** What a stand-in of the wire does with its input. */
export type Answers = Partial<
  Record<keyof NonNullable<Parameters<typeof sessionMachine.provide>[0]['actors']>, (input: unknown) => unknown>
>

/**
 * Shows a view in the app's frame, with a real session whose actors are stood in for and with what was kept, if anything;
 * tells all that was sent out.
 */
export async function show(view: ReactNode, answers: Answers = {}, restored: SessionData | null = null, kept?: Kept) {
  const sent: [string, unknown][] = []
  const stand = (name: string, answer: (input: unknown) => unknown): AnyActorLogic =>
    fromPromise(async ({ input }) => {
      sent.push([name, input])
      return answer(input)
    })
  const actors = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, stand(name, answer as (input: unknown) => unknown)]),
  )
  const session = createActor(
    sessionMachine.provide({ actors: { ...actors, restoreSession: fromPromise(async () => restored) } as never }),
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
    translate: translateIn('en'),
    track: () => {},
    sendFile: null,
    kept,
    go: (href: string) => router.navigate({ href }),
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

/** Types into the field of a label. */
export const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

/** The field of a label. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** Presses a button, or chooses of a few. */
export const press = (name: string) => {
  const found = screen.queryByRole('button', { name }) ?? screen.getByRole('radio', { name })
  return act(async () => found.click())
}
