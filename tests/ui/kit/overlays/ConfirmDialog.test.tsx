// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Button } from '../../../../src/ui/kit/Button.tsx'
import { ConfirmDialog } from '../../../../src/ui/kit/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../../../src/ui/kit/overlays/Dialog.tsx'
import { Sheet } from '../../../../src/ui/kit/overlays/Sheet.tsx'
import { pressKey } from '../support.ts'

function showDialog(busy = false): string[] {
  const events: string[] = []
  render(
    <ConfirmDialog
      isOpen
      title="Delete Ferry Cap?"
      verb="Delete"
      cancelText="Cancel"
      busy={busy && 'Working…'}
      onConfirm={() => events.push('confirmed')}
      onCancel={() => events.push('cancelled')}
      losses={[{ icon: <i />, text: '4 morphed copies' }]}
    >
      This cannot be undone.
    </ConfirmDialog>,
  )
  return events
}

/** Presses the page outside an open dialog. Fires all pointer events, because React Aria ignores a mere click. */
function pressOutside() {
  fireEvent.pointerDown(document.body)
  fireEvent.mouseDown(document.body)
  fireEvent.pointerUp(document.body)
  fireEvent.mouseUp(document.body)
  fireEvent.click(document.body)
}

describe('ConfirmDialog', () => {
  test('starts with the focus on Cancel', () => {
    showDialog()
    expect(screen.getByRole('alertdialog', { name: 'Delete Ferry Cap?' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Cancel')
  })

  test('confirms by the button with the verb, and cancels by Cancel and Escape', () => {
    const events = showDialog()
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    pressKey(document.activeElement!, 'Escape')
    expect(events).toEqual(['confirmed', 'cancelled', 'cancelled'])
  })

  test('ignores a press outside the dialog', () => {
    const events = showDialog()
    pressOutside()
    expect(events).toEqual([])
  })

  test('ignores a press on the confirm button while the action is in progress', () => {
    const events = showDialog(true)
    fireEvent.click(screen.getByRole('button', { name: /Delete/ }))
    expect(events).toEqual([])
  })
})

describe('Dialog and Sheet', () => {
  test('closes a Dialog by a press outside', () => {
    let closed = 0
    render(<Dialog isOpen title="Both versions" closeLabel="Close" onClose={() => closed++} />)
    pressOutside()
    expect(closed).toBe(1)
  })

  test('takes the name of a Dialog from its title, and closes the Dialog by its button', () => {
    let closed = 0
    render(
      <Dialog
        isOpen
        title="Both versions"
        closeLabel="Close"
        onClose={() => closed++}
        footer={<Button>Keep mine</Button>}
      />,
    )
    expect(screen.getByRole('dialog', { name: 'Both versions' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(closed).toBe(1)
  })

  test('takes the name of a Sheet from its title, moves the focus into the Sheet, and closes on Escape', async () => {
    let closed = 0
    // Switches to keyboard input, with which the focus moves immediately. After a virtual click, the focus would wait until the
    // layout has settled.
    pressKey(document.body, 'Tab')
    render(
      <Sheet isOpen title="All Filters" closeLabel="Close" size="full" onClose={() => closed++}>
        Fields
      </Sheet>,
    )
    const sheet = screen.getByRole('dialog', { name: 'All Filters' })
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true))
    pressKey(document.activeElement!, 'Escape')
    expect(closed).toBe(1)
  })
})
