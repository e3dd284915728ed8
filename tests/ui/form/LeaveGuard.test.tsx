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
import type { Draft, DraftKeeper } from '../../../src/ui/form/draft.ts'
import { Form } from '../../../src/ui/form/Form.tsx'
import { LeaveGuard } from '../../../src/ui/form/LeaveGuard.tsx'
import { useForm } from '../../../src/ui/form/use-form.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

window.scrollTo = () => {}

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

/** Storage whose writes end when the test says so; `isWhole` is what they tell. */
function storage({ isHeld = false, isWhole = true } = {}) {
  const ends: (() => void)[] = []
  let kept: Draft | undefined
  const keeper: DraftKeeper = {
    read: async () => kept,
    write: async (draft) => {
      if (isHeld) await new Promise<void>((resolve) => ends.push(resolve))
      if (isWhole) kept = draft
      return isWhole
    },
    clear: async () => {
      kept = undefined
    },
  }
  return { keeper, kept: () => kept, end: () => act(async () => void ends.splice(0).map((resolve) => resolve())) }
}

interface Shown {
  /** Whether the form goes on once it was saved. */
  stays?: boolean
  /** What the other page waits for before it is shown. */
  loading?: Promise<void>
}

async function show(draft: DraftKeeper | undefined, { stays = false, loading }: Shown = {}) {
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
          onceSent: stays ? 'settles' : 'ends',
          submit,
          onSubmitted() {},
          draft,
        })
        const { value, onChange } = form.bind('name')
        return (
          <Form actor={form.actor} error={null} label="It">
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
      <AtelierContext value={{ language: 'en', translate: translateIn('en') } as never}>
        <RouterProvider router={router as never} />
      </AtelierContext>,
    )
  })
  await act(() => router.load())
  return {
    type: (value: string) => act(async () => void fireEvent.change(screen.getByRole('textbox'), { target: { value } })),
    submit: () => act(async () => void fireEvent.submit(screen.getByRole('form'))),
    // A navigation that is held back ends only once the question is answered.
    leave: () => act(async () => void router.navigate({ to: '/other' as never })),
    hasLeft: () => screen.queryByText('Another page') !== null,
    asks: () => screen.queryByRole('alertdialog') !== null,
    /** Whether the browser would be told to ask before it closes the page. */
    warns: () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  }
}

describe('leaving a form', () => {
  test('whose draft is kept asks nothing, and the browser neither', async () => {
    const { keeper, kept } = storage()
    const page = await show(keeper)
    await page.type('Boot')
    expect(kept()?.values).toEqual({ name: 'Boot' })
    expect(page.warns()).toBe(false)
    await page.leave()
    expect([page.asks(), page.hasLeft()]).toEqual([false, true])
  })

  test('whose last letters are not written yet writes them first, and asks nothing then', async () => {
    const { keeper, kept } = storage()
    const page = await show(keeper)
    await page.type('B')
    await page.type('Boot')
    expect(kept()?.values).toEqual({ name: 'B' })
    expect(page.warns()).toBe(true)
    await page.leave()
    expect([page.asks(), page.hasLeft(), kept()?.values]).toEqual([false, true, { name: 'Boot' }])
  })

  test('waits for a draft that is being written, and stays meanwhile', async () => {
    const { keeper, end } = storage({ isHeld: true })
    const page = await show(keeper)
    await page.type('Boot')
    await page.leave()
    expect([page.asks(), page.hasLeft(), page.warns()]).toEqual([false, false, true])
    await end()
    expect([page.asks(), page.hasLeft()]).toEqual([false, true])
  })

  test.each([
    ['that nothing keeps', undefined],
    ['whose draft could not be kept whole', storage({ isWhole: false }).keeper],
  ])('%s asks, and whoever stays has lost nothing', async (_, keeper) => {
    const page = await show(keeper)
    await page.type('Boot')
    expect(page.warns()).toBe(true)
    await page.leave()
    expect([page.asks(), page.hasLeft()]).toEqual([true, false])
    expect(screen.getByText('Your changes aren’t saved. If you leave, you’ll lose them.')).toBeTruthy()
    await act(async () => screen.getByRole('button', { name: 'Stay' }).click())
    expect([page.asks(), screen.getByRole<HTMLInputElement>('textbox').value]).toEqual([false, 'Boot'])
    await page.leave()
    await act(async () => screen.getByRole('button', { name: 'Leave' }).click())
    expect(page.hasLeft()).toBe(true)
  })

  test('with nothing typed, or what was typed typed back, asks nothing', async () => {
    const page = await show(undefined)
    expect(page.warns()).toBe(false)
    await page.type('Boot')
    await page.type('Cap')
    expect(page.warns()).toBe(false)
    await page.leave()
    expect([page.asks(), page.hasLeft()]).toEqual([false, true])
  })

  test.each([true, false])(
    'that was saved asks nothing (and goes on: %s), but for what is typed after',
    async (stays) => {
      const page = await show(undefined, { stays })
      await page.type('Boot')
      await page.submit()
      expect(page.warns()).toBe(false)
      if (stays) {
        await page.type('Boots')
        expect(page.warns()).toBe(true)
        await page.type('Saved')
      }
      await page.leave()
      expect([page.asks(), page.hasLeft()]).toEqual([false, true])
    },
  )

  test('asks once: Back before the other page is there goes back unasked', async () => {
    const page = await show(undefined, { loading: new Promise(() => {}) })
    await page.type('Boot')
    await page.leave()
    await act(async () => screen.getByRole('button', { name: 'Leave' }).click())
    await vi.waitFor(() => expect(window.location.pathname).toBe('/other'))
    await act(async () => {
      const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
      window.history.back()
      await arrived
    })
    expect(page.asks()).toBe(false)
    await vi.waitFor(() => expect(history.location.pathname).toBe('/'))
  })
})
