// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from '../../../src/ui/kit/Button.tsx'
import { buttonClass } from '../../../src/ui/kit/button-class.ts'
import { Icon } from '../../../src/ui/kit/Icon.tsx'
import { IconButton } from '../../../src/ui/kit/IconButton.tsx'
import { Kbd } from '../../../src/ui/kit/Kbd.tsx'
import { linkClass } from '../../../src/ui/kit/link-class.ts'
import { Spinner } from '../../../src/ui/kit/Spinner.tsx'
import { Tooltip } from '../../../src/ui/kit/Tooltip.tsx'
import './support.ts'

afterEach(cleanup)

function Search() {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} aria-describedby="why">
        Search
      </Button>
      <Tooltip trigger={button}>
        <Kbd keys={['⌘', 'K']} />
      </Tooltip>
    </>
  )
}

describe('Button and its BareButton', () => {
  test.each(['busy', 'waiting'] as const)(
    'a %s button keeps the focus but hears no press and sends no form',
    (state) => {
      const heard: string[] = []
      render(
        <form onSubmit={() => heard.push('sent')}>
          <Button
            type="submit"
            {...{ [state]: state === 'busy' ? 'Working…' : true }}
            onClick={() => heard.push('pressed')}
          >
            Create asset
          </Button>
        </form>,
      )
      const button = screen.getByRole('button', { name: /Create asset/ })
      button.focus()
      fireEvent.click(button)
      expect(heard).toEqual([])
      expect(document.activeElement).toBe(button)
      expect(button.getAttribute('aria-disabled')).toBe('true')
    },
  )

  test('a click on a waiting button is told, so that it can lead to what it waits for', () => {
    const heard: string[] = []
    const button = (waiting: boolean) => (
      <Button waiting={waiting} onWaitingClick={() => heard.push('waits')} onClick={() => heard.push('pressed')}>
        Create asset
      </Button>
    )
    const { rerender } = render(button(true))
    fireEvent.click(screen.getByRole('button'))
    rerender(button(false))
    fireEvent.click(screen.getByRole('button'))
    expect(heard).toEqual(['waits', 'pressed'])
  })

  test('a busy button shows a Spinner in place of its Icon', () => {
    const { container, rerender } = render(<Button icon={<b>glyph</b>}>Save</Button>)
    expect(container.textContent).toBe('glyphSave')
    rerender(
      <Button busy="Working…" icon={<b>glyph</b>}>
        Save
      </Button>,
    )
    expect(screen.getByRole('button').textContent).toBe('Save')
    const spinner = render(<Spinner />).container.innerHTML
    expect(container.innerHTML).toContain(spinner)
  })

  test('being busy is said where it begins', () => {
    const button = (busy: string | false) => <Button busy={busy}>Save</Button>
    const { container, rerender } = render(button(false))
    const said = container.querySelector('[aria-live]')
    expect(said?.textContent).toBe('')
    rerender(button('Working…'))
    expect(said?.textContent).toBe('Working…')
    expect(screen.getByRole('button').textContent).toBe('Save')
  })

  test('Enter presses it once, however long it is held', () => {
    render(<Button>Remove</Button>)
    const button = screen.getByRole('button')
    const isHeard = (key: string, repeat: boolean) => fireEvent.keyDown(button, { key, repeat })
    expect([isHeard('Enter', false), isHeard('Enter', true), isHeard('Tab', true)]).toEqual([true, false, true])
  })

  test('its glyph is hidden from screen readers', () => {
    render(<Icon>glyph</Icon>)
    expect(screen.getByText('glyph').getAttribute('aria-hidden')).toBe('true')
  })

  test('a link can wear the classes of a button and of a link', () => {
    const button = render(<Button variant="ink" size="lg" />).container.querySelector('button')!
    expect(buttonClass({ variant: 'ink', size: 'lg' })).toBe(button.className)
    expect(linkClass).not.toBe('')
  })
})

describe('IconButton and Tooltip', () => {
  test('an IconButton is named by its label', () => {
    render(<IconButton label="Dismiss" icon={<i />} />)
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
  })

  test('a Tooltip opens at once on keyboard focus, its TooltipBody is fetched then and describes its button', async () => {
    render(<Search />)
    act(() => screen.getByRole('button').focus())
    const tip = await screen.findByRole('tooltip')
    expect(tip.textContent).toBe('⌘K')
    expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe(`why ${tip.id}`)
  })

  test('a Tooltip opens under a pointer that moves and rests, not under a finger or a press', () => {
    vi.useFakeTimers()
    try {
      render(<Search />)
      const button = screen.getByRole('button')
      // jsdom knows no PointerEvent.
      const comes = (event: 'pointermove' | 'pointerleave' | 'pointerdown', pointerType: string) =>
        act(() => {
          fireEvent(button, Object.assign(new Event(event), { pointerType }))
          vi.advanceTimersByTime(500)
        })
      const isOpen = () => button.getAttribute('aria-describedby') !== 'why'
      comes('pointermove', 'touch')
      expect(isOpen()).toBe(false)
      comes('pointermove', 'mouse')
      expect(isOpen()).toBe(true)
      comes('pointerdown', 'mouse')
      expect(isOpen()).toBe(false)
      comes('pointermove', 'mouse')
      expect(isOpen()).toBe(false)
      comes('pointerleave', 'mouse')
      comes('pointermove', 'mouse')
      expect(isOpen()).toBe(true)
      comes('pointerleave', 'mouse')
      expect(isOpen()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('Escape closes a Tooltip and nothing around it', async () => {
    const heard: string[] = []
    render(
      <form onKeyDown={({ key }) => heard.push(key)}>
        <Search />
      </form>,
    )
    const button = screen.getByRole('button')
    act(() => button.focus())
    await screen.findByRole('tooltip')
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(button.getAttribute('aria-describedby')).toBe('why')
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(heard).toEqual(['Escape'])
  })
})
