// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { enlist } from '../../src/inspect-seam.ts'
import { Dock } from '../../src/inspector/Dock.tsx'
import { createDesk } from '../../src/inspector/desk.ts'
import { linkAddress } from '../../src/inspector/link-address.ts'
import { createLink } from '../../src/inspector/protocol.ts'
import { createRecorder } from '../../src/inspector/record.ts'
import { createTravel } from '../../src/inspector/travel.ts'
import { exportMachine } from '../../src/machines/export.machine.ts'
import { formMachine } from '../../src/machines/form.machine.ts'
import { menuMachine } from '../../src/machines/menu.machine.ts'
import { paletteMachine } from '../../src/machines/palette.machine.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import type { Language } from '../../src/ui/language.ts'
import { translateIn } from '../support/translate.ts'

afterEach(cleanup)
beforeEach(() => localStorage.clear())

/** The inspector over a menu that was asked something, and an export that runs. */
function shown(language: Language = 'en') {
  const recorder = createRecorder({ version: 'a', page: () => '/', now: () => 1_700_000_000_000 })
  const menu = createActor(menuMachine, { inspect: recorder.hear }).start()
  const exporting = exportMachine.provide({
    actors: Object.fromEntries(
      Object.keys(exportMachine.implementations.actors).map((id) => [id, fromPromise(() => new Promise(() => {}))]),
    ) as never,
  })
  const other = createActor(exporting, { inspect: recorder.hear, input: {} as never }).start()
  menu.send({ type: 'question.opened', name: 'rename', row: { id: 'a' } })
  other.send({ type: 'export.requested', format: 'csv' })
  const props = { kept: Promise.resolve(null), onClose: vi.fn(), onLeave: vi.fn() }
  render(
    <AtelierContext value={{ translate: translateIn(language), language } as Atelier}>
      <Dock desk={createDesk(recorder, createTravel(recorder))} {...props} />
    </AtelierContext>,
  )
  return { recorder, menu, other, ...props }
}

const actors = () => screen.getByRole('tree', { name: 'Actors' })
const log = () => screen.getByRole('grid', { name: 'Events' })
const view = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const lines = () => within(log()).getAllByRole('row')

describe('the inspector', () => {
  test('shows every actor with where it stands, and the chart of the chosen one with its active states', () => {
    shown()
    const items = within(actors()).getAllByRole('treeitem')
    expect(items.map((item) => item.getAttribute('aria-level'))).toEqual(['1', '1', '2'])
    fireEvent.click(items[0]!)
    const chart = screen.getByRole('tree', { name: 'Statechart of menu' })
    const lit = within(chart).getAllByRole('treeitem', { selected: true })
    expect(lit.map((it) => it.getAttribute('data-id'))).toContain('menu.question.open')
    expect(chart.querySelectorAll('text[data-taken]').length).toBe(1)
  })

  test('keys walk the actors, the chart and the log', () => {
    shown()
    fireEvent.keyDown(within(actors()).getAllByRole('treeitem')[0]!, { key: 'End' })
    expect(within(actors()).getAllByRole('treeitem')[2]).toBe(document.activeElement)
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft' })
    expect(within(actors()).getAllByRole('treeitem')[1]).toBe(document.activeElement)
    const chart = screen.getByRole('tree', { name: 'Statechart of export' })
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    fireEvent.keyDown(chart, { key: 'ArrowDown' })
    expect(document.activeElement?.getAttribute('data-id')).toBe('export.writing')
    fireEvent.keyDown(chart, { key: 'ArrowLeft' })
    expect(document.activeElement?.getAttribute('data-id')).toBe('export')
    fireEvent.keyDown(lines()[0]!, { key: 'ArrowDown' })
    expect(screen.getByRole('status').textContent).toMatch(/Looking at step/)
    fireEvent.keyDown(log(), { key: 'Escape' })
    expect(screen.getByRole('status').textContent).toBe('Recording')
  })

  test('tells what each event would do, and sends one as it is written', () => {
    const { menu } = shown()
    fireEvent.click(within(actors()).getAllByRole('treeitem')[0]!)
    view('Now')
    expect(screen.getByText('question.closed').nextSibling?.textContent).toMatch(/^Taken: /)
    fireEvent.click(screen.getByRole('button', { name: 'Send question.closed' }))
    const payload = screen.getByLabelText('Event to send, as JSON')
    fireEvent.change(payload, { target: { value: 'no event' } })
    expect(screen.getByRole('button', { name: 'Send event' })).toHaveProperty('disabled', true)
    fireEvent.change(payload, { target: { value: '{"type":"question.closed"}' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send event' }))
    expect(menu.getSnapshot().context.question).toBeNull()
    fireEvent.click(lines()[0]!)
    expect(screen.queryByRole('button', { name: /^Send / })).toBeNull()
    expect(screen.getByText(/The past can be looked at only/)).toBeTruthy()
  })

  test('an event that was never heard is begun from an example of its machine’s models, one that was from the last', async () => {
    const { other } = shown()
    other.send({ type: 'export.requested', format: 'json' })
    fireEvent.click(within(actors()).getAllByRole('treeitem')[1]!)
    view('Now')
    const payload = () => (screen.getByLabelText('Event to send, as JSON') as HTMLTextAreaElement).value
    await act(async () => void (await import('../../src/inspector/examples.json')))
    fireEvent.click(screen.getByRole('button', { name: 'Send page.written' }))
    expect(JSON.parse(payload())).toEqual({ type: 'page.written', written: 100, total: 250 })
  })

  test('a line of the log opens what it changed; search, actor and outcome choose lines', () => {
    const { menu } = shown()
    act(() => {
      menu.send({ type: 'question.answered' })
      menu.send({ type: 'nothing.like.it' } as never)
    })
    const all = lines().length
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'question.opened' } })
    expect(lines().length).toBe(1)
    fireEvent.click(lines()[0]!)
    expect(within(log()).getByText('Changes')).toBeTruthy()
    expect(within(log()).getByText(/^question = \{"name":"rename"/)).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
    fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'ignored' } })
    expect(lines().map((line) => line.textContent)).toEqual([expect.stringContaining('nothing.like.it')])
    fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: '' } })
    fireEvent.click(screen.getByLabelText('Chosen actor only'))
    expect(lines().length).toBeLessThan(all)
    fireEvent.click(screen.getByRole('button', { name: 'Clear the log' }))
    expect(screen.getByText('Nothing has happened.')).toBeTruthy()
  })

  test('the chart is offered as a table, the messages as life lines, and timers say that there are none', () => {
    shown()
    fireEvent.click(screen.getByRole('button', { name: 'Show as a table' }))
    expect(screen.getAllByRole('rowheader').some((head) => /\(active\)/.test(head.textContent!))).toBe(true)
    view('Sequence')
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(0)
    view('Timers')
    expect(screen.getByText('No timer is running.')).toBeTruthy()
  })

  test('what is waited for can be let pass now', () => {
    const { recorder } = shown()
    const palette = createActor(
      paletteMachine.provide({ actors: { findThings: fromPromise(() => new Promise(() => {})) } as never }),
      { inspect: recorder.hear },
    ).start()
    act(() => {
      palette.send({ type: 'palette.opened' })
      palette.send({ type: 'text.changed', typed: 'kiln' })
    })
    fireEvent.click(within(actors()).getByText('palette'))
    view('Timers')
    expect(screen.getByText(/of 0\.12 s left$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Let it pass now' }))
    expect(palette.getSnapshot().value).toEqual({ open: 'asking' })
  })

  test('a recording from a file takes its place until it is left; one that cannot be read says why', async () => {
    const { recorder } = shown()
    view('Recording')
    const choose = (text: string) =>
      fireEvent.change(screen.getByLabelText('Import…'), {
        // What stands in for the browser reads no files.
        target: { files: [Object.assign(new File([text], 'a.json'), { text: async () => text })] },
      })
    choose('<b>')
    expect((await screen.findByRole('alert')).textContent).toBe('The file is no recording.')
    const { hash: _, ...rest } = { hash: '', ...recorder.read() }
    choose(JSON.stringify({ ...rest, machines: { menu: { hash: 'older' } } }).replaceAll('rename', '<img src=x>'))
    await waitFor(() => expect(screen.getAllByRole('status')[0]!.textContent).toBe('Another recording'))
    expect(screen.getByText('Defined differently in this build: menu')).toBeTruthy()
    view('Chart')
    expect(screen.getByText(/menu is defined differently/)).toBeTruthy()
    fireEvent.click(lines().find((line) => /question/.test(line.textContent!))!)
    expect(document.querySelector('img')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Back to now' }))
    fireEvent.click(screen.getByRole('button', { name: 'Back to now' }))
    expect(screen.getByRole('status').textContent).toBe('Recording')
  })

  test('an actor that lets it goes on from a step, one that was told a secret says why not', () => {
    const { recorder } = shown()
    const form = createActor(formMachine, {
      inspect: recorder.hear,
      input: { schema: v.any(), fields: [{ name: 'name', kind: 'value' }], initial: { name: '' } },
    }).start()
    act(() => {
      form.send({ type: 'value.changed', key: 'name', value: 'a' })
      form.send({ type: 'value.changed', key: 'name', value: 'ab' })
      form.send({ type: 'value.changed', key: 'password', value: 'abc' })
    })
    const goOn = () => screen.getByRole('button', { name: 'Go on from here' })
    fireEvent.click(lines()[0]!)
    expect(goOn().getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(goOn().getAttribute('aria-describedby')!)?.textContent).toMatch(/^Not all/)
    fireEvent.click(lines()[2]!)
    fireEvent.click(goOn())
    expect(form.getSnapshot().context.values).toEqual({ name: 'a' })
    expect(screen.getByRole('status').textContent).toBe('Recording')
    expect(lines()[0]!.textContent).toContain('inspector.resumed')
    fireEvent.click(lines().at(-1)!)
    expect(screen.queryByRole('button', { name: 'Go on from here' })).toBeNull()
  })

  test('the app is paused by a press and goes on by another, and when the past is left', () => {
    const { menu } = shown()
    enlist(menu)
    const pause = () => screen.getByRole('button', { name: 'Pause the app' })
    const close = () => act(() => menu.send({ type: 'question.closed' }))
    fireEvent.click(pause())
    expect([pause().getAttribute('aria-pressed'), screen.getByRole('status').textContent]).toEqual([
      'true',
      'RecordingThe app is paused.',
    ])
    close()
    expect(menu.getSnapshot().context.question).not.toBeNull()
    fireEvent.click(pause())
    expect(menu.getSnapshot().context.question).toBeNull()
    act(() => menu.send({ type: 'question.opened', name: 'rename', row: { id: 'a' } }))
    fireEvent.click(lines()[0]!)
    fireEvent.click(pause())
    close()
    expect(menu.getSnapshot().context.question).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Back to now' }))
    expect([menu.getSnapshot().context.question, pause().getAttribute('aria-pressed')]).toEqual([null, 'false'])
    fireEvent.click(pause())
    close()
    cleanup()
    act(() => menu.send({ type: 'question.opened', name: 'rename', row: { id: 'b' } }))
    expect(menu.getSnapshot().context.question).not.toBeNull()
  })

  test('a tool that the address names is told after a press, another machine never', () => {
    const sockets: { onclose?: () => void; close: () => void }[] = []
    const WebSocket = vi.fn(function (this: object) {
      sockets.push(Object.assign(this, { close: () => {} }))
    })
    vi.stubGlobal('WebSocket', WebSocket)
    const recorder = createRecorder({ version: 'a', page: () => '/' })
    const dock = (search: string) =>
      render(
        <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as Atelier}>
          <Dock
            desk={createDesk(recorder, createTravel(recorder))}
            link={createLink(linkAddress(search)!, recorder)}
            kept={Promise.resolve(null)}
            onClose={() => {}}
            onLeave={() => {}}
          />
        </AtelierContext>,
      )
    const { unmount } = dock('?inspect=wss://evil.example/<b>')
    const bar = () => screen.getByRole('region', { name: 'Another tool' })
    expect(within(bar()).getByRole('alert').textContent).toMatch(/^Nothing is sent to wss:\/\/evil\.example/)
    expect(within(bar()).queryByRole('button', { name: 'Send' })).toBeNull()
    unmount()
    dock('?inspect=ws://localhost:8080')
    expect(within(bar()).getByRole('status').textContent).toMatch(/Nothing has been sent\.$/)
    expect(WebSocket).not.toHaveBeenCalled()
    fireEvent.click(within(bar()).getByRole('button', { name: 'Send' }))
    expect(WebSocket).toHaveBeenCalledWith('ws://localhost:8080/')
    expect(within(bar()).getByRole('status').textContent).toMatch(/^Connecting/)
    act(() => sockets[0]!.onclose!())
    expect(within(bar()).getByRole('alert').textContent).toContain('INSPECT_PORT')
    fireEvent.click(within(bar()).getByRole('button', { name: 'Do not send' }))
    expect(screen.queryByRole('region', { name: 'Another tool' })).toBeNull()
    vi.unstubAllGlobals()
  })

  test.each([
    [1440, '560px'],
    [1280, '0px'],
  ])('beside a page in a window of %i pixels it takes %s of it', (width, taken) => {
    vi.stubGlobal('innerWidth', width)
    shown()
    const root = document.documentElement.style
    fireEvent.click(screen.getByRole('button', { name: 'Dock on the right' }))
    expect([root.getPropertyValue('--beside'), root.getPropertyValue('--below')]).toEqual([taken, '0px'])
    fireEvent.click(screen.getByRole('button', { name: 'Dock at the bottom' }))
    expect([root.getPropertyValue('--beside'), root.getPropertyValue('--below')]).toEqual(['0px', '432px'])
    cleanup()
    expect([root.getPropertyValue('--beside'), root.getPropertyValue('--below')]).toEqual(['', ''])
    vi.unstubAllGlobals()
  })

  test('follows a window that is made narrower, and leaves some of the page in sight', () => {
    vi.stubGlobal('innerWidth', 1440)
    shown()
    const taken = () => document.documentElement.style.getPropertyValue('--beside')
    const narrow = (width: number) => {
      vi.stubGlobal('innerWidth', width)
      fireEvent(window, new Event('resize'))
    }
    fireEvent.click(screen.getByRole('button', { name: 'Dock on the right' }))
    narrow(1280)
    expect(taken()).toBe('0px')
    narrow(600)
    expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('520')
    narrow(1440)
    expect([taken(), screen.getByRole('separator').getAttribute('aria-valuenow')]).toEqual(['560px', '560'])
    vi.unstubAllGlobals()
  })

  test('where it lies, and how large, is kept', () => {
    const { onClose, onLeave } = shown('de')
    const dock = screen.getByRole('region', { name: 'Zustandsmaschinen' })
    fireEvent.click(screen.getByRole('button', { name: 'Rechts andocken' }))
    expect(dock.getAttribute('data-side')).toBe('right')
    fireEvent.keyDown(screen.getByRole('separator'), { key: 'ArrowLeft' })
    expect(JSON.parse(localStorage.getItem('atelier:inspector')!)).toMatchObject({ side: 'right', right: 584 })
    fireEvent.click(screen.getByRole('button', { name: 'Aufzeichnung stoppen' }))
    expect(screen.getByRole('status').textContent).toBe('Zeichnet nicht auf')
    fireEvent.click(screen.getByRole('button', { name: 'In eigenem Fenster öffnen' }))
    fireEvent.click(screen.getByRole('button', { name: 'Inspektor schließen' }))
    expect([onLeave.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1])
  })
})
