// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Button } from '../../../src/ui/kit/Button.tsx'
import { IconButton } from '../../../src/ui/kit/IconButton.tsx'
import { Menu } from '../../../src/ui/kit/Menu.tsx'
import { Popover } from '../../../src/ui/kit/Popover.tsx'
import { press } from './support.ts'

afterEach(cleanup)

async function open(): Promise<string[]> {
  const heard: string[] = []
  render(
    <Menu
      label="Actions for Tide Runner"
      groups={[
        {
          items: [
            { id: 'open', label: 'Open', keys: ['↵'], onAction: () => heard.push('open') },
            { id: 'sync', label: 'Sync with parent', disabled: 'No parent', onAction: () => heard.push('sync') },
            {
              id: 'move',
              label: 'Move to',
              items: [{ items: [{ id: 'top', label: 'Top', onAction: () => heard.push('top') }] }],
            },
          ],
        },
        {
          heading: 'Danger',
          items: [{ id: 'delete', label: 'Delete…', danger: true, onAction: () => heard.push('delete') }],
        },
      ]}
    >
      {(button) => <IconButton {...button} label="Actions for Tide Runner" tip={false} icon={<i />} />}
    </Menu>,
  )
  press(screen.getByRole('button'), 'Enter')
  await screen.findByRole('menu')
  return heard
}

const focused = () => document.activeElement?.textContent

describe('Menu and its MenuPanel', () => {
  test('arrows walk the lines, skip what is disabled, and Enter acts and closes', async () => {
    const heard = await open()
    expect(focused()).toBe('Open↵')
    press(document.activeElement!, 'ArrowDown')
    expect(focused()).toBe('Move to')
    press(document.activeElement!, 'ArrowDown')
    press(document.activeElement!, 'Enter')
    expect(heard).toEqual(['delete'])
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('a disabled line says why', async () => {
    await open()
    const line = screen.getByRole('menuitem', { name: /Sync with parent/ })
    expect(line.getAttribute('aria-disabled')).toBe('true')
    expect(line.textContent).toBe('Sync with parentNo parent')
  })

  test('a submenu opens to the right and its lines act', async () => {
    const heard = await open()
    press(document.activeElement!, 'ArrowDown')
    press(document.activeElement!, 'ArrowRight')
    expect(focused()).toBe('Top')
    press(document.activeElement!, 'Enter')
    expect(heard).toEqual(['top'])
  })

  test('a submenu is left to the left, and its line has the focus again', async () => {
    await open()
    press(document.activeElement!, 'ArrowDown')
    press(document.activeElement!, 'ArrowRight')
    expect(screen.getAllByRole('menu')).toHaveLength(2)
    press(document.activeElement!, 'ArrowLeft')
    expect(screen.getAllByRole('menu')).toHaveLength(1)
    expect(focused()).toBe('Move to')
  })
})

describe('a Menu with choices', () => {
  const choices = async (choice: 'one' | 'any') => {
    const heard: string[] = []
    const line = (id: string) => ({ id, label: id, checked: id === 'ten', onAction: () => heard.push(id) })
    render(
      <Menu
        label="Page size"
        groups={[{ choice, items: [line('ten'), line('twenty')] }, { items: [{ id: 'reset', label: 'Reset' }] }]}
      >
        {(button) => <Button {...button}>Size</Button>}
      </Menu>,
    )
    press(screen.getByRole('button'), 'Enter')
    await screen.findByRole('menu')
    return heard
  }
  const checked = (role: string) =>
    screen.getAllByRole(role).map((line) => [line.textContent, line.getAttribute('aria-checked')])

  test('which one of them is chosen is told, and of other lines nothing is', async () => {
    await choices('one')
    expect(checked('menuitemradio')).toEqual([
      ['ten', 'true'],
      ['twenty', 'false'],
    ])
    expect(checked('menuitem')).toEqual([['Reset', null]])
  })

  test('each of any is told by itself, and to choose one closes the menu', async () => {
    const heard = await choices('any')
    expect(checked('menuitemcheckbox')).toEqual([
      ['ten', 'true'],
      ['twenty', 'false'],
    ])
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'twenty' }))
    expect(heard).toEqual(['twenty'])
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('what is chosen acts again when it is pressed', async () => {
    const heard = await choices('one')
    expect(document.activeElement?.textContent).toBe('ten')
    press(document.activeElement!, 'Enter')
    expect(heard).toEqual(['ten'])
    expect(screen.queryByRole('menu')).toBeNull()
  })
})

describe('Popover', () => {
  test('it opens at its button, is named, and Escape closes it', () => {
    render(
      <Popover label="Capture" trigger={(button) => <Button {...button}>Capture</Button>}>
        <Button>PNG</Button>
      </Popover>,
    )
    const button = screen.getByRole('button')
    fireEvent.click(button)
    expect(screen.getByRole('dialog', { name: 'Capture' })).toBeTruthy()
    expect(button.getAttribute('aria-expanded')).toBe('true')
    press(screen.getByRole('button', { name: 'PNG' }), 'Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
