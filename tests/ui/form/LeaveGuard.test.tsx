// @vitest-environment jsdom
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Draft, DraftStore } from '../../../src/ui/form/draft.ts'
import { Form } from '../../../src/ui/form/Form.tsx'
import { LeaveGuard } from '../../../src/ui/form/LeaveGuard.tsx'
import { useForm } from '../../../src/ui/form/use-form.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

let history: ReturnType<typeof createBrowserHistory>
beforeEach(() => {
  window.history.replaceState(null, '', '/')
  history = createBrowserHistory()
})
afterEach(() => {
  cleanup()
  history.destroy()
})

const SCHEMA = v.object({ name: v.string() })
const FIELDS = [{ name: 'name', kind: 'value' as const }]
const INITIAL = { name: 'Cap' }

/** Creates a draft store. If `isSlow`, writes wait for `finishWrites`. Writes resolve with `isWhole`: whether the whole draft was stored. */
function createDraftStore({ isSlow = false, isWhole = true } = {}) {
  const pendingWrites: (() => void)[] = []
  let stored: Draft | undefined
  const store: DraftStore = {
    read: async () => stored,
    write: async (draft) => {
      if (isSlow) await new Promise<void>((resolve) => pendingWrites.push(resolve))
      if (isWhole) stored = draft
      return isWhole
    },
    clear: async () => {
      stored = undefined
    },
  }
  return {
    store,
    stored: () => stored,
    finishWrites: () => act(async () => void pendingWrites.splice(0).map((resolve) => resolve())),
  }
}

interface ShowOptions {
  staysOpen?: boolean
  loading?: Promise<void>
}

async function show(draft: DraftStore | undefined, { staysOpen = false, loading }: ShowOptions = {}) {
  const root = createRootRoute()
  const routes = [
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: function Page() {
        const submit = async () => ({ name: 'Saved' })
        const form = useForm({
          schema: SCHEMA,
          fields: FIELDS,
          initial: INITIAL,
          afterSubmit: staysOpen ? 'settles' : 'ends',
          submit,
          onSubmitted() {},
          draft,
        })
        const { value, onChange } = form.bind('name')
        return (
          <Form actor={form.actor} error={null} label="Test form">
            <LeaveGuard forms={() => [form]} />
            <input value={String(value)} onChange={(event) => onChange(event.target.value)} />
          </Form>
        )
      },
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/other',
      loader: () => loading,
      component: () => <p>Another page</p>,
    }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  await act(async () => {
    render(
      <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
        <RouterProvider router={router as never} />
      </AtelierContext>,
    )
  })
  await act(() => router.load())
  return {
    type: (value: string) => act(async () => void fireEvent.change(screen.getByRole('textbox'), { target: { value } })),
    submit: () => act(async () => void fireEvent.submit(screen.getByRole('form'))),
    // Not awaited, because a blocked navigation ends only after the user has chosen.
    leave: () => act(async () => void router.navigate({ to: '/other' as never })),
    hasLeft: () => screen.queryByText('Another page') !== null,
    hasPrompt: () => screen.queryByRole('alertdialog') !== null,
    /** Returns whether the browser would ask the user to confirm closing the page. */
    isUnloadBlocked: () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  }
}

describe('leaving a form', () => {
  test('with a stored draft shows no prompt, neither of the app nor of the browser', async () => {
    const { store, stored } = createDraftStore()
    const page = await show(store)
    await page.type('Boot')
    expect(stored()?.values).toEqual({ name: 'Boot' })
    expect(page.isUnloadBlocked()).toBe(false)
    await page.leave()
    expect([page.hasPrompt(), page.hasLeft()]).toEqual([false, true])
  })

  test('with input not yet stored stores it as a draft and shows no prompt', async () => {
    const { store, stored } = createDraftStore()
    const page = await show(store)
    await page.type('B')
    await page.type('Boot')
    expect(stored()?.values).toEqual({ name: 'B' })
    expect(page.isUnloadBlocked()).toBe(true)
    await page.leave()
    expect([page.hasPrompt(), page.hasLeft(), stored()?.values]).toEqual([false, true, { name: 'Boot' }])
  })

  test('stores the last input as a draft if the form unmounts without navigation', async () => {
    const { store, stored } = createDraftStore()
    const page = await show(store)
    await page.type('B')
    await page.type('Boot')
    expect(stored()?.values).toEqual({ name: 'B' })
    await act(async () => cleanup())
    expect(stored()?.values).toEqual({ name: 'Boot' })
  })

  test('waits until the draft is stored, without a prompt', async () => {
    const { store, finishWrites } = createDraftStore({ isSlow: true })
    const page = await show(store)
    await page.type('Boot')
    await page.leave()
    expect([page.hasPrompt(), page.hasLeft(), page.isUnloadBlocked()]).toEqual([false, false, true])
    await finishWrites()
    expect([page.hasPrompt(), page.hasLeft()]).toEqual([false, true])
  })

  test.each([
    ['without a draft store', undefined],
    ['whose draft was not stored completely', createDraftStore({ isWhole: false }).store],
  ])('%s shows a prompt, and “Stay” keeps the input', async (_, store) => {
    const page = await show(store)
    await page.type('Boot')
    expect(page.isUnloadBlocked()).toBe(true)
    await page.leave()
    expect([page.hasPrompt(), page.hasLeft()]).toEqual([true, false])
    expect(screen.getByText('Your changes aren’t saved. If you leave, you’ll lose them.')).toBeTruthy()
    await act(async () => screen.getByRole('button', { name: 'Stay' }).click())
    expect([page.hasPrompt(), screen.getByRole<HTMLInputElement>('textbox').value]).toEqual([false, 'Boot'])
    await page.leave()
    await act(async () => screen.getByRole('button', { name: 'Leave' }).click())
    expect(page.hasLeft()).toBe(true)
  })

  test('without changes, or with input changed back to the initial value, shows no prompt', async () => {
    const page = await show(undefined)
    expect(page.isUnloadBlocked()).toBe(false)
    await page.type('Boot')
    await page.type('Cap')
    expect(page.isUnloadBlocked()).toBe(false)
    await page.leave()
    expect([page.hasPrompt(), page.hasLeft()]).toEqual([false, true])
  })

  test.each([true, false])(
    'after saving shows a prompt only for later input (form stays open: %s)',
    async (staysOpen) => {
      const page = await show(undefined, { staysOpen })
      await page.type('Boot')
      await page.submit()
      expect(page.isUnloadBlocked()).toBe(false)
      if (staysOpen) {
        await page.type('Boots')
        expect(page.isUnloadBlocked()).toBe(true)
        await page.type('Saved')
      }
      await page.leave()
      expect([page.hasPrompt(), page.hasLeft()]).toEqual([false, true])
    },
  )

  test('shows only one prompt: Back while the next page is loading returns without a second prompt', async () => {
    const page = await show(undefined, { loading: new Promise(() => {}) })
    await page.type('Boot')
    await page.leave()
    await act(async () => screen.getByRole('button', { name: 'Leave' }).click())
    await vi.waitFor(() => expect(window.location.pathname).toBe('/other'))
    await act(async () => {
      const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
      window.history.back()
      await popped
    })
    expect(page.hasPrompt()).toBe(false)
    await vi.waitFor(() => expect(history.location.pathname).toBe('/'))
  })
})
