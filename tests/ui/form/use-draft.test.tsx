// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Draft, DraftStore } from '../../../src/ui/form/draft.ts'
import { type UseFormOptions, useForm } from '../../../src/ui/form/use-form.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

/** Drafts written to the store; undefined for each deletion. */
let writes: (Draft | undefined)[]
let keys: string[]
beforeEach(() => {
  writes = []
  keys = []
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const atelier = { language: 'en', translate: createTranslateFor('en') }
const wrapper = ({ children }: { children: ReactNode }) => (
  <AtelierContext value={atelier as never}>{children}</AtelierContext>
)
const INITIAL = { name: 'Cap', size: 'S' }
const stored: Draft = { id: 'stored', revision: 3, values: { name: 'Boot' } }

const useTestForm = (options: Partial<UseFormOptions<unknown>>) =>
  useForm({
    schema: v.object({ name: v.string(), size: v.string() }),
    fields: [
      { name: 'name', kind: 'value' },
      { name: 'size', kind: 'value' },
      { name: 'model', kind: 'file' },
    ],
    initial: INITIAL,
    submit: async (_, { idempotencyKey }) => void keys.push(idempotencyKey),
    onSubmitted: () => {},
    ...options,
  })

/** Mounts a form. `read` is the result of reading the draft. */
async function show(
  read: Draft | undefined | Promise<Draft | undefined>,
  options: Partial<UseFormOptions<unknown>> & { isStored?: boolean } = {},
) {
  const { isStored = true, ...formOptions } = options
  const draft: DraftStore = {
    read: async () => read,
    write: async (next) => {
      writes.push(next)
      return isStored
    },
    clear: async () => void writes.push(undefined),
  }
  const { result, unmount } = renderHook(() => useTestForm({ draft, ...formOptions }), { wrapper })
  await act(async () => {})
  return {
    form: () => result.current,
    unmount,
    type: (value: unknown, key = 'name') =>
      act(async () => result.current.actor.send({ type: 'value.changed', key, value })),
    submit: () => act(async () => result.current.actor.send({ type: 'submit.requested' })),
  }
}
const values = () => writes.map((draft) => draft?.values)
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))

describe('a stored draft', () => {
  test('is restored immediately, and its submit has the key of the draft and its revision', async () => {
    const onRestored = vi.fn()
    const page = await show(stored, { onRestored })
    expect(page.form().values).toEqual({ ...INITIAL, name: 'Boot' })
    expect(onRestored.mock.calls).toEqual([[{ name: 'Boot' }]])
    expect(writes).toEqual([])
    await page.submit()
    expect(keys).toEqual(['stored.3'])
  })

  test('is only offered if the form asks first, and stays stored until the user decides', async () => {
    const page = await show(stored, { restoreMode: 'offered' })
    expect([page.form().values, page.form().offeredDraft]).toEqual([INITIAL, stored])
    await pass(1_000)
    page.unmount()
    expect(writes).toEqual([])
  })

  test('is restored once the user accepts the offer', async () => {
    const onRestored = vi.fn()
    const page = await show(stored, { restoreMode: 'offered', onRestored })
    expect(onRestored).not.toHaveBeenCalled()
    await act(async () => page.form().restoreDraft())
    expect([page.form().values['name'], page.form().offeredDraft]).toEqual(['Boot', null])
    expect(onRestored).toHaveBeenCalledOnce()
  })

  test('is deleted once the user declines the offer, and the next submit has another key', async () => {
    const page = await show(stored, { restoreMode: 'offered' })
    await act(async () => page.form().declineDraft())
    expect([new Set(writes), page.form().offeredDraft, page.form().values]).toEqual([
      new Set([undefined]),
      null,
      INITIAL,
    ])
    await page.type('Hat')
    await page.submit()
    expect(keys[0]).not.toContain('stored')
  })

  test('never replaces text that the user typed before the draft was read', async () => {
    let resolveRead = (_: Draft | undefined) => {}
    const read = new Promise<Draft | undefined>((resolve) => {
      resolveRead = resolve
    })
    const page = await show(read)
    await page.type('Typed')
    await act(async () => resolveRead(stored))
    expect(page.form().values['name']).toBe('Typed')
    expect(values()).toEqual([{ name: 'Typed' }])
  })

  test('has no effect on a form that unmounted before the draft was read', async () => {
    let resolveRead = (_: Draft | undefined) => {}
    const read = new Promise<Draft | undefined>((resolve) => {
      resolveRead = resolve
    })
    const onRestored = vi.fn()
    const page = await show(read, { onRestored })
    page.unmount()
    await act(async () => resolveRead(stored))
    expect([onRestored.mock.calls, writes]).toEqual([[], []])
  })

  test('that equals the saved values is deleted and not offered', async () => {
    const page = await show({ ...stored, values: { name: 'Cap' } }, { restoreMode: 'offered' })
    expect([page.form().offeredDraft, writes]).toEqual([null, [undefined]])
  })
})

describe('the draft of a form', () => {
  test('stores the first change immediately and later ones every 300 ms, with one id and the changed values', async () => {
    const page = await show(undefined)
    await page.type('B')
    expect(writes).toEqual([{ id: expect.any(String), revision: 1, values: { name: 'B' } }])
    await page.type('Bo')
    await page.type('Boo')
    await pass(299)
    expect(writes).toHaveLength(1)
    await pass(1)
    expect(values()).toEqual([{ name: 'B' }, { name: 'Boo' }])
    await page.type('Boot')
    expect(writes).toHaveLength(2)
    await pass(300)
    expect([values().at(-1), writes.at(-1)?.revision]).toEqual([{ name: 'Boot' }, 4])
    await pass(300)
    await page.type('Boots')
    expect(writes).toHaveLength(4)
    expect(new Set(writes.map((draft) => draft?.id)).size).toBe(1)
  })

  test('stores a new file immediately, and only once', async () => {
    const page = await show(undefined)
    await page.type('B')
    const file = new File(['glb'], 'boot.glb')
    await page.type(file, 'modelFile')
    expect(values()).toEqual([{ name: 'B' }, { name: 'B', modelFile: file }])
    await page.type('Bo')
    expect(writes).toHaveLength(2)
    await page.type(new File(['glb2'], 'boot.glb'), 'modelFile')
    expect(writes).toHaveLength(3)
    await page.type(new File(['glb2'], 'hat.glb'), 'modelFile')
    expect(writes).toHaveLength(4)
  })

  test('is deleted when the user changes all values back', async () => {
    const page = await show(undefined)
    await page.type('B')
    await page.type('Cap')
    await pass(300)
    expect(values()).toEqual([{ name: 'B' }, undefined])
  })

  test('stores pending input when the form unmounts, and writes nothing afterwards', async () => {
    const page = await show(undefined)
    await page.type('B')
    page.unmount()
    expect(values()).toEqual([{ name: 'B' }])
    cleanup()
    writes = []
    const other = await show(undefined)
    await other.type('B')
    await other.type('Boot')
    const { saveDraft } = other.form()
    other.unmount()
    expect(values()).toEqual([{ name: 'B' }, { name: 'Boot' }])
    await saveDraft()
    await pass(1_000)
    expect(writes).toHaveLength(2)
  })

  test('is stored on request, without a second write of the same input', async () => {
    const page = await show(undefined)
    await act(() => page.form().saveDraft())
    expect(writes).toEqual([])
    await page.type('B')
    await page.type('Boot')
    await act(() => page.form().saveDraft())
    await act(() => page.form().saveDraft())
    await pass(300)
    expect(values()).toEqual([{ name: 'B' }, { name: 'Boot' }])
  })

  test('counts as saved only if it was stored completely', async () => {
    const savedRevision = async (isStored: boolean) => {
      const page = await show(undefined, { isStored })
      await page.type('B')
      return page.form().actor.getSnapshot().context.savedRevision
    }
    expect(await savedRevision(true)).toBe(1)
    cleanup()
    expect(await savedRevision(false)).toBe(null)
  })

  test('stores the submitted values before the response, and is deleted by the response', async () => {
    let respond = () => {}
    const submit = () => new Promise<void>((resolve) => (respond = resolve))
    const onSubmitted = vi.fn()
    const page = await show(undefined, { submit, onSubmitted })
    await page.type('B')
    await page.type('Boot')
    await page.submit()
    expect(values()).toEqual([{ name: 'B' }, { name: 'Boot' }])
    await act(async () => respond())
    expect([values().at(-1), onSubmitted.mock.calls.length]).toEqual([undefined, 1])
    await pass(1_000)
    page.unmount()
    expect(writes).toHaveLength(3)
  })

  test('keeps input typed during the request if the form stays open', async () => {
    let respond = () => {}
    const submit = () => new Promise<object>((resolve) => (respond = () => resolve({ ...INITIAL, name: 'Boot' })))
    const page = await show(undefined, { submit, afterSubmit: 'settles' })
    await page.type('Boot')
    await page.submit()
    await page.type('Boots')
    await act(async () => respond())
    await pass(600)
    expect([page.form().values['name'], values().at(-1)]).toEqual(['Boots', { name: 'Boots' }])
  })
})
