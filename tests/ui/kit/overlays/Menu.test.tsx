// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Button } from '../../../../src/ui/kit/Button.tsx'
import { IconButton } from '../../../../src/ui/kit/IconButton.tsx'
import { Menu } from '../../../../src/ui/kit/overlays/Menu.tsx'
import { Popover } from '../../../../src/ui/kit/overlays/Popover.tsx'
import { pressKey } from '../support.ts'

async function open(): Promise<string[]> {
  const actions: string[] = []
  render(
    <Menu
      label="Actions for Tide Runner"
      groups={[
        {
          items: [
            { id: 'open', label: 'Open', keys: ['↵'], onAction: () => actions.push('open') },
            { id: 'sync', label: 'Sync with template', disabled: 'No template', onAction: () => actions.push('sync') },
            {
              id: 'move',
              label: 'Move to',
              items: [{ items: [{ id: 'top', label: 'Top', onAction: () => actions.push('top') }] }],
            },
          ],
        },
        {
          heading: 'Danger',
          items: [{ id: 'delete', label: 'Delete…', danger: true, onAction: () => actions.push('delete') }],
        },
      ]}
    >
      {(button) => <IconButton {...button} label="Actions for Tide Runner" tip={false} icon={<i />} />}
    </Menu>,
  )
  pressKey(screen.getByRole('button'), 'Enter')
  await screen.findByRole('menu')
  // The menu focuses its first item after rendering.
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
  return actions
}

const focusedText = () => document.activeElement?.textContent

describe('Menu and its MenuPanel', () => {
  test('arrows move through enabled items; Enter runs the focused item and closes the menu', async () => {
    const actions = await open()
    expect(focusedText()).toBe('Open↵')
    pressKey(document.activeElement!, 'ArrowDown')
    expect(focusedText()).toBe('Move to')
    pressKey(document.activeElement!, 'ArrowDown')
    pressKey(document.activeElement!, 'Enter')
    expect(actions).toEqual(['delete'])
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('shows why an item is disabled', async () => {
    await open()
    const line = screen.getByRole('menuitem', { name: /Sync with template/ })
    expect(line.getAttribute('aria-disabled')).toBe('true')
    expect(line.textContent).toBe('Sync with templateNo template')
  })

  test('opens a submenu by the right arrow and runs its items', async () => {
    const actions = await open()
    pressKey(document.activeElement!, 'ArrowDown')
    pressKey(document.activeElement!, 'ArrowRight')
    expect(focusedText()).toBe('Top')
    pressKey(document.activeElement!, 'Enter')
    expect(actions).toEqual(['top'])
  })

  test('closes a submenu by the left arrow and focuses its parent item', async () => {
    await open()
    pressKey(document.activeElement!, 'ArrowDown')
    pressKey(document.activeElement!, 'ArrowRight')
    expect(screen.getAllByRole('menu')).toHaveLength(2)
    pressKey(document.activeElement!, 'ArrowLeft')
    expect(screen.getAllByRole('menu')).toHaveLength(1)
    expect(focusedText()).toBe('Move to')
  })
})

describe('a Menu with choices', () => {
  const openChoices = async (choice: 'one' | 'any') => {
    const actions: string[] = []
    const line = (id: string) => ({ id, label: id, checked: id === 'ten', onAction: () => actions.push(id) })
    render(
      <Menu
        label="Page size"
        groups={[{ choice, items: [line('ten'), line('twenty')] }, { items: [{ id: 'reset', label: 'Reset' }] }]}
      >
        {(button) => <Button {...button}>Size</Button>}
      </Menu>,
    )
    pressKey(screen.getByRole('button'), 'Enter')
    await screen.findByRole('menu')
    return actions
  }
  const checkedStates = (role: string) =>
    screen.getAllByRole(role).map((line) => [line.textContent, line.getAttribute('aria-checked')])

  test('exposes which item of a single choice is checked, and no state for items that are no choices', async () => {
    await openChoices('one')
    expect(checkedStates('menuitemradio')).toEqual([
      ['ten', 'true'],
      ['twenty', 'false'],
    ])
    expect(checkedStates('menuitem')).toEqual([['Reset', null]])
  })

  test('exposes the state of each item of a multiple choice, and closes after a choice', async () => {
    const actions = await openChoices('any')
    expect(checkedStates('menuitemcheckbox')).toEqual([
      ['ten', 'true'],
      ['twenty', 'false'],
    ])
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'twenty' }))
    expect(actions).toEqual(['twenty'])
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('runs a checked item again when the item is pressed', async () => {
    const actions = await openChoices('one')
    expect(document.activeElement?.textContent).toBe('ten')
    pressKey(document.activeElement!, 'Enter')
    expect(actions).toEqual(['ten'])
    expect(screen.queryByRole('menu')).toBeNull()
  })
})

describe('Popover', () => {
  test('opens at its button with an accessible name, and closes on Escape', () => {
    render(
      <Popover label="Capture" trigger={(button) => <Button {...button}>Capture</Button>}>
        <Button>PNG</Button>
      </Popover>,
    )
    const button = screen.getByRole('button')
    fireEvent.click(button)
    expect(screen.getByRole('dialog', { name: 'Capture' })).toBeTruthy()
    expect(button.getAttribute('aria-expanded')).toBe('true')
    pressKey(screen.getByRole('button', { name: 'PNG' }), 'Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
