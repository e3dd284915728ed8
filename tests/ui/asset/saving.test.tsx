// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alert, chooseType, form, isQuiet, LATER, LATEST, open, status, submit } from './form-bench.tsx'
import { nameField, offline, pageOf, press, saveButton, showAsset, stubPage, typeName } from './support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('saving', () => {
  test('is quiet until something changed, and again once that is typed back; the button is always reached', async () => {
    await open()
    const save = saveButton()
    const looks = () => [isQuiet(), save.className]
    const quiet = looks()
    expect(quiet[0]).toBe(true)
    save.focus()
    expect(document.activeElement).toBe(save)
    typeName('Harbour Cap')
    expect(isQuiet()).toBe(false)
    expect(save.className).not.toBe(quiet[1])
    typeName('Ferry Cap')
    expect(looks()).toEqual(quiet)
    expect(saveButton()).toBe(save)
  })

  test('is told where it was pressed, until something changes or a minute has passed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const shown = await open()
    expect(status()).toBe(null)
    for (const end of ['typed', 'passed']) {
      typeName(`Cap ${end}`)
      await press('Save changes')
      expect(status()).toBe(null)
      await shown.last('save').answer(pageOf({ name: `Cap ${end}`, updatedAt: LATER }))
      expect(status()?.closest('[role="status"]')).not.toBe(null)
      expect(isQuiet()).toBe(true)
      await act(async () => vi.advanceTimersByTime(59_000))
      expect(status()).not.toBe(null)
      if (end === 'typed') typeName('Another')
      else await act(async () => vi.advanceTimersByTime(1_500))
      expect(status()).toBe(null)
    }
  })

  test('by Enter keeps the focus where it was, in the very same field', async () => {
    const shown = await open()
    const field = nameField()
    field.focus()
    typeName('Harbour Cap')
    await submit()
    await shown.last('save').answer(pageOf({ name: 'Harbour Cap', updatedAt: LATER }))
    expect(document.querySelector('h1')!.textContent).toBe('Harbour Cap')
    expect(nameField()).toBe(field)
    expect(document.activeElement).toBe(field)
    // What is saved is what later changes are told from.
    typeName('Ferry Cap')
    await submit()
    expect(shown.last('save').given).toEqual([{ name: 'Ferry Cap' }, LATER])
  })

  test.each([
    ['Ctrl S', { key: 's', ctrlKey: true }],
    ['⌘ S', { key: 's', metaKey: true }],
    ['Ctrl S under caps lock', { key: 'S', ctrlKey: true }],
  ])('by %s works from everywhere on the page, and never opens the browser’s own', async (_, keys) => {
    const shown = await open()
    expect(fireEvent.keyDown(document.body, keys)).toBe(false)
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
    typeName('Harbour Cap')
    for (const other of [{ altKey: true }, { shiftKey: true }, { repeat: true }])
      fireEvent.keyDown(document.body, { ...keys, ...other })
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
    await act(async () => expect(fireEvent.keyDown(document.body, keys)).toBe(false))
    expect(shown.last('save').given[0]).toEqual({ name: 'Harbour Cap' })
    // A second press while the first is at work saves nothing twice.
    await act(async () => void fireEvent.keyDown(document.body, keys))
    expect(shown.asked.filter(({ what }) => what === 'save')).toHaveLength(1)
  })

  test('by keys works while a toast, which keeps none of them, stands below the page', async () => {
    const shown = await open()
    typeName('Harbour Cap')
    const region = document.createElement('div')
    region.setAttribute('role', 'region')
    region.innerHTML = '<div role="alertdialog"></div>'
    document.body.append(region)
    await act(async () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }))
    region.remove()
    expect(shown.last('save').given[0]).toEqual({ name: 'Harbour Cap' })
  })

  test('by keys waits while a question stands over the page, and is the browser’s where nothing can be saved', async () => {
    const shown = await open()
    typeName('Harbour Cap')
    await press('Actions for Ferry Cap')
    await screen.findByRole('menu')
    await act(async () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }))
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
    cleanup()
    await open({ locked: true })
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(true)
  })

  test('with nothing changed sends nothing, by no way', async () => {
    const shown = await open()
    await submit()
    await press('Save changes')
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
  })

  test('of a body sends its id, or that there is none; a body itself is made for none', async () => {
    const shown = await showAsset()
    const bodies = [{ id: 'b1', name: 'Fern' }]
    await shown.last('load').answer(pageOf({ bodyId: 'b2' }, { bodies }))
    const field = () => within(form()).getByRole('button', { name: /Body/ })
    const choose = async (name: string) => {
      fireEvent.click(field())
      fireEvent.click(await screen.findByRole('option', { name }))
    }
    expect(field().textContent).toContain('Another body')
    await choose('No body')
    await submit()
    expect(shown.last('save').given[0]).toEqual({ bodyId: null })
    await shown.last('save').answer(pageOf({ updatedAt: LATER }, { bodies }))
    expect(field().textContent).toContain('No body')
    await choose('Fern')
    await submit()
    expect(shown.last('save').given[0]).toEqual({ bodyId: 'b1' })
    await shown.last('save').answer(pageOf({ bodyId: 'b1', updatedAt: LATEST }, { bodies }))
    await chooseType('Body shape')
    expect(within(form()).queryByRole('button', { name: /Fern/ })).toBe(null)
  })

  test('keeps what is typed meanwhile, which is saved next', async () => {
    const shown = await open()
    typeName('Harbour Cap')
    await submit()
    typeName('Harbour Cap II')
    await shown.last('save').answer(pageOf({ name: 'Harbour Cap', updatedAt: LATER }))
    expect([nameField().value, isQuiet(), status()]).toEqual(['Harbour Cap II', false, null])
    await submit()
    expect(shown.last('save').given).toEqual([{ name: 'Harbour Cap II' }, LATER])
  })

  test('that failed offline keeps all that was typed, says why, and works at the next press', async () => {
    const shown = await open()
    nameField().focus()
    typeName('Harbour Cap')
    await chooseType('Footwear')
    await submit()
    await shown.last('save').fail(offline())
    expect(alert().textContent).toContain('Atelier can’t reach the service.')
    expect([nameField().value, isQuiet(), status()]).toEqual(['Harbour Cap', false, null])
    await submit()
    expect(shown.last('save').given).toEqual([{ name: 'Harbour Cap', type: 'footwear' }, '2026-11-02T08:00:00.000Z'])
    await shown.last('save').answer(pageOf({ name: 'Harbour Cap', type: 'footwear', updatedAt: LATER }))
    expect(within(form()).queryByRole('alert')).toBe(null)
    expect(status()).not.toBe(null)
  })

  test('an empty name is refused at its field and takes the focus', async () => {
    const shown = await open()
    typeName('')
    await press('Save changes')
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(document.activeElement).toBe(nameField())
    expect(shown.asked).toHaveLength(1)
  })
})
