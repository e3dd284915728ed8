// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { registerActor } from '../../src/actor-registry.ts'
import { Dock } from '../../src/inspector/Dock.tsx'
import { createInspectorController } from '../../src/inspector/inspector-controller.ts'
import { createRecorder } from '../../src/inspector/recorder.ts'
import { parseStatelyAddress } from '../../src/inspector/stately-address.ts'
import { createStatelyLink } from '../../src/inspector/stately-link.ts'
import { createTimeTravel } from '../../src/inspector/time-travel.ts'
import { formMachine } from '../../src/machines/form/form.machine.ts'
import { exportMachine } from '../../src/machines/list/export.machine.ts'
import { menuMachine } from '../../src/machines/list/menu.machine.ts'
import { paletteMachine } from '../../src/machines/palette/palette.machine.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import type { Language } from '../../src/ui/language.ts'
import { createTranslateFor } from '../support/translate.ts'

beforeEach(() => localStorage.clear())

/** Inspector for a menu with an open dialog, and a running export. */
function renderPanel(language: Language = 'en') {
  const recorder = createRecorder({ version: 'a', page: () => '/', now: () => 1_700_000_000_000 })
  const menu = createActor(menuMachine, { inspect: recorder.record }).start()
  const exporting = exportMachine.provide({
    actors: Object.fromEntries(
      Object.keys(exportMachine.implementations.actors).map((id) => [id, fromPromise(() => new Promise(() => {}))]),
    ) as never,
  })
  const other = createActor(exporting, { inspect: recorder.record, input: {} as never }).start()
  menu.send({ type: 'dialog.opened', name: 'rename', row: { id: 'a' } })
  other.send({ type: 'export.requested', format: 'csv' })
  const props = { previousRecording: Promise.resolve(null), onClose: vi.fn(), onLeave: vi.fn() }
  render(
    <AtelierContext value={{ translate: createTranslateFor(language), language } as Atelier}>
      <Dock controller={createInspectorController(recorder, createTimeTravel(recorder))} {...props} />
    </AtelierContext>,
  )
  return { recorder, menu, other, ...props }
}

const actors = () => screen.getByRole('tree', { name: 'Actors' })
const log = () => screen.getByRole('grid', { name: 'Events' })
const view = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const lines = () => within(log()).getAllByRole('row')

describe('the inspector', () => {
  test('lists every actor with its state, and shows the active states of the selected actor in a chart', () => {
    renderPanel()
    const items = within(actors()).getAllByRole('treeitem')
    expect(items.map((item) => item.getAttribute('aria-level'))).toEqual(['1', '1', '2'])
    fireEvent.click(items[0]!)
    const chart = screen.getByRole('tree', { name: 'Statechart of menu' })
    const lit = within(chart).getAllByRole('treeitem', { selected: true })
    expect(lit.map((element) => element.getAttribute('data-id'))).toContain('menu.dialog.open')
    expect(chart.querySelectorAll('text[data-taken]').length).toBe(1)
  })

  test('moves the focus through actors, chart and log by keyboard', () => {
    renderPanel()
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

  test('shows the effect of each possible event, and sends an event as edited by the user', () => {
    const { menu } = renderPanel()
    fireEvent.click(within(actors()).getAllByRole('treeitem')[0]!)
    view('Now')
    expect(screen.getByText('dialog.closed').nextSibling?.textContent).toMatch(/^Taken: /)
    fireEvent.click(screen.getByRole('button', { name: 'Send dialog.closed' }))
    const payload = screen.getByLabelText('Event to send, as JSON')
    fireEvent.change(payload, { target: { value: 'no event' } })
    expect(screen.getByRole('button', { name: 'Send event' })).toHaveProperty('disabled', true)
    fireEvent.change(payload, { target: { value: '{"type":"dialog.closed"}' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send event' }))
    expect(menu.getSnapshot().context.dialog).toBeNull()
    fireEvent.click(lines()[0]!)
    expect(screen.queryByRole('button', { name: /^Send / })).toBeNull()
    expect(screen.getByText(/Past steps are read-only/)).toBeTruthy()
  })

  test('prefills an event that the actor has not received yet with an example', async () => {
    const { other } = renderPanel()
    other.send({ type: 'export.requested', format: 'json' })
    fireEvent.click(within(actors()).getAllByRole('treeitem')[1]!)
    view('Now')
    const payload = () => (screen.getByLabelText('Event to send, as JSON') as HTMLTextAreaElement).value
    await act(async () => void (await import('../../src/inspector/examples.json')))
    fireEvent.click(screen.getByRole('button', { name: 'Send page.written' }))
    expect(JSON.parse(payload())).toEqual({ type: 'page.written', written: 100, total: 250 })
  })

  test('expands a row of the log to its changes, and filters by search, actor and outcome', () => {
    const { menu } = renderPanel()
    act(() => {
      menu.send({ type: 'dialog.confirmed' })
      menu.send({ type: 'nothing.like.it' } as never)
    })
    const all = lines().length
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'dialog.opened' } })
    expect(lines().length).toBe(1)
    fireEvent.click(lines()[0]!)
    expect(within(log()).getByText('Changes')).toBeTruthy()
    expect(within(log()).getByText(/^dialog = \{"name":"rename"/)).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
    fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'ignored' } })
    expect(lines().map((line) => line.textContent)).toEqual([expect.stringContaining('nothing.like.it')])
    fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: '' } })
    fireEvent.click(screen.getByLabelText('Chosen actor only'))
    expect(lines().length).toBeLessThan(all)
    fireEvent.click(screen.getByRole('button', { name: 'Clear the log' }))
    expect(screen.getByText('No events yet.')).toBeTruthy()
  })

  test('shows the chart as a table, messages as a sequence diagram, and that no timer is running', () => {
    renderPanel()
    fireEvent.click(screen.getByRole('button', { name: 'Show as a table' }))
    expect(screen.getAllByRole('rowheader').some((head) => /\(active\)/.test(head.textContent!))).toBe(true)
    view('Sequence')
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(0)
    view('Timers')
    expect(screen.getByText('No timer is running.')).toBeTruthy()
  })

  test('fires a pending delay immediately on a click', () => {
    const { recorder } = renderPanel()
    const palette = createActor(
      paletteMachine.provide({ actors: { searchItems: fromPromise(() => new Promise(() => {})) } as never }),
      { inspect: recorder.record },
    ).start()
    act(() => {
      palette.send({ type: 'palette.opened' })
      palette.send({ type: 'text.changed', typed: 'kiln' })
    })
    fireEvent.click(within(actors()).getByText('palette'))
    view('Timers')
    expect(screen.getByText(/of 0\.12 s left$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Fire now' }))
    expect(palette.getSnapshot().value).toEqual({ open: 'searching' })
  })

  test('shows an imported recording until the user closes it, and an error for an unreadable file', async () => {
    const { recorder } = renderPanel()
    view('Recording')
    const chooseOption = (text: string) =>
      fireEvent.change(screen.getByLabelText('Import…'), {
        // jsdom cannot read files.
        target: { files: [Object.assign(new File([text], 'a.json'), { text: async () => text })] },
      })
    chooseOption('<b>')
    expect((await screen.findByRole('alert')).textContent).toBe('The file is not a recording.')
    const { hash: _, ...snapshotFields } = { hash: '', ...recorder.read() }
    chooseOption(
      JSON.stringify({ ...snapshotFields, machines: { menu: { hash: 'older' } } }).replaceAll('rename', '<img src=x>'),
    )
    await waitFor(() => expect(screen.getAllByRole('status')[0]!.textContent).toBe('Another recording'))
    expect(screen.getByText('Defined differently in this build: menu')).toBeTruthy()
    view('Chart')
    expect(screen.getByText(/menu is defined differently/)).toBeTruthy()
    fireEvent.click(lines().find((line) => /dialog/.test(line.textContent!))!)
    expect(document.querySelector('img')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Back to now' }))
    fireEvent.click(screen.getByRole('button', { name: 'Back to now' }))
    expect(screen.getByRole('status').textContent).toBe('Recording')
  })

  test('resumes an actor from a step, and explains why a step with a secret cannot be resumed', () => {
    const { recorder } = renderPanel()
    const form = createActor(formMachine, {
      inspect: recorder.record,
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
    expect(document.getElementById(goOn().getAttribute('aria-describedby')!)?.textContent).toMatch(
      /^Parts of the context/,
    )
    fireEvent.click(lines()[2]!)
    fireEvent.click(goOn())
    expect(form.getSnapshot().context.values).toEqual({ name: 'a' })
    expect(screen.getByRole('status').textContent).toBe('Recording')
    expect(lines()[0]!.textContent).toContain('inspector.resumed')
    fireEvent.click(lines().at(-1)!)
    expect(screen.queryByRole('button', { name: 'Go on from here' })).toBeNull()
  })

  test('suspends and resumes the app by button, and resumes the app when a past state is closed', () => {
    const { menu } = renderPanel()
    registerActor(menu)
    const pause = () => screen.getByRole('button', { name: 'Pause the app' })
    const close = () => act(() => menu.send({ type: 'dialog.closed' }))
    fireEvent.click(pause())
    expect([pause().getAttribute('aria-pressed'), screen.getByRole('status').textContent]).toEqual([
      'true',
      'RecordingThe app is paused.',
    ])
    close()
    expect(menu.getSnapshot().context.dialog).not.toBeNull()
    fireEvent.click(pause())
    expect(menu.getSnapshot().context.dialog).toBeNull()
    act(() => menu.send({ type: 'dialog.opened', name: 'rename', row: { id: 'a' } }))
    fireEvent.click(lines()[0]!)
    fireEvent.click(pause())
    close()
    expect(menu.getSnapshot().context.dialog).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Back to now' }))
    expect([menu.getSnapshot().context.dialog, pause().getAttribute('aria-pressed')]).toEqual([null, 'false'])
    fireEvent.click(pause())
    close()
    cleanup()
    act(() => menu.send({ type: 'dialog.opened', name: 'rename', row: { id: 'b' } }))
    expect(menu.getSnapshot().context.dialog).not.toBeNull()
  })

  test('sends data to a local tool named in the URL only after consent, and never to a remote host', () => {
    const sockets: { onclose?: () => void; close: () => void }[] = []
    const WebSocket = vi.fn(function (this: object) {
      sockets.push(Object.assign(this, { close: () => {} }))
    })
    vi.stubGlobal('WebSocket', WebSocket)
    const recorder = createRecorder({ version: 'a', page: () => '/' })
    const dock = (search: string) =>
      render(
        <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as Atelier}>
          <Dock
            controller={createInspectorController(recorder, createTimeTravel(recorder))}
            link={createStatelyLink(parseStatelyAddress(search)!, recorder)}
            previousRecording={Promise.resolve(null)}
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
  ])('docked on the right in a window of %i pixels narrows the page by %s', (width, expectedWidth) => {
    vi.stubGlobal('innerWidth', width)
    renderPanel()
    const root = document.documentElement.style
    fireEvent.click(screen.getByRole('button', { name: 'Dock on the right' }))
    expect([root.getPropertyValue('--beside'), root.getPropertyValue('--below')]).toEqual([expectedWidth, '0px'])
    fireEvent.click(screen.getByRole('button', { name: 'Dock at the bottom' }))
    expect([root.getPropertyValue('--beside'), root.getPropertyValue('--below')]).toEqual(['0px', '432px'])
    cleanup()
    expect([root.getPropertyValue('--beside'), root.getPropertyValue('--below')]).toEqual(['', ''])
    vi.unstubAllGlobals()
  })

  test('adapts to a narrower window and leaves part of the page visible', () => {
    vi.stubGlobal('innerWidth', 1440)
    renderPanel()
    const readWidth = () => document.documentElement.style.getPropertyValue('--beside')
    const narrow = (width: number) => {
      vi.stubGlobal('innerWidth', width)
      fireEvent(window, new Event('resize'))
    }
    fireEvent.click(screen.getByRole('button', { name: 'Dock on the right' }))
    narrow(1280)
    expect(readWidth()).toBe('0px')
    narrow(600)
    expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('520')
    narrow(1440)
    expect([readWidth(), screen.getByRole('separator').getAttribute('aria-valuenow')]).toEqual(['560px', '560'])
    vi.unstubAllGlobals()
  })

  test('persists its side and size in local storage, and stops recording, detaches and closes by button', () => {
    const { onClose, onLeave } = renderPanel('de')
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
