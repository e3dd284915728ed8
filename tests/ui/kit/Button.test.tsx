// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '../../../src/ui/kit/Button.tsx'
import { getButtonClass } from '../../../src/ui/kit/button-class.ts'
import { Spinner } from '../../../src/ui/kit/feedback/Spinner.tsx'
import { Icon } from '../../../src/ui/kit/Icon.tsx'
import { IconButton } from '../../../src/ui/kit/IconButton.tsx'
import { Kbd } from '../../../src/ui/kit/Kbd.tsx'
import { linkClass } from '../../../src/ui/kit/link-class.ts'
import { Tooltip } from '../../../src/ui/kit/overlays/Tooltip.tsx'
import './support.ts'

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
    'a %s button keeps the focus, ignores presses and does not submit the form',
    (state) => {
      const events: string[] = []
      render(
        <form onSubmit={() => events.push('sent')}>
          <Button
            type="submit"
            {...{ [state]: state === 'busy' ? 'Working…' : true }}
            onClick={() => events.push('pressed')}
          >
            Create asset
          </Button>
        </form>,
      )
      const button = screen.getByRole('button', { name: /Create asset/ })
      button.focus()
      fireEvent.click(button)
      expect(events).toEqual([])
      expect(document.activeElement).toBe(button)
      expect(button.getAttribute('aria-disabled')).toBe('true')
    },
  )

  test('a click on a waiting button calls onWaitingClick instead of onClick', () => {
    const events: string[] = []
    const button = (waiting: boolean) => (
      <Button waiting={waiting} onWaitingClick={() => events.push('waits')} onClick={() => events.push('pressed')}>
        Create asset
      </Button>
    )
    const { rerender } = render(button(true))
    fireEvent.click(screen.getByRole('button'))
    rerender(button(false))
    fireEvent.click(screen.getByRole('button'))
    expect(events).toEqual(['waits', 'pressed'])
  })

  test('shows a Spinner in place of the Icon on a busy button', () => {
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

  test('announces in a live region that the button is busy', () => {
    const button = (busy: string | false) => <Button busy={busy}>Save</Button>
    const { container, rerender } = render(button(false))
    const liveRegion = container.querySelector('[aria-live]')
    expect(liveRegion?.textContent).toBe('')
    rerender(button('Working…'))
    expect(liveRegion?.textContent).toBe('Working…')
    expect(screen.getByRole('button').textContent).toBe('Save')
  })

  test('ignores the repeated keydown events of a held Enter key', () => {
    render(<Button>Remove</Button>)
    const button = screen.getByRole('button')
    const isDefaultAllowed = (key: string, repeat: boolean) => fireEvent.keyDown(button, { key, repeat })
    expect([isDefaultAllowed('Enter', false), isDefaultAllowed('Enter', true), isDefaultAllowed('Tab', true)]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('hides the Icon from screen readers', () => {
    render(<Icon>glyph</Icon>)
    expect(screen.getByText('glyph').getAttribute('aria-hidden')).toBe('true')
  })

  test('getButtonClass returns the class names of a Button, for use on links', () => {
    const button = render(<Button variant="ink" size="lg" />).container.querySelector('button')!
    expect(getButtonClass({ variant: 'ink', size: 'lg' })).toBe(button.className)
    expect(linkClass).not.toBe('')
  })
})

describe('IconButton and Tooltip', () => {
  test('names an IconButton by its label', () => {
    render(<IconButton label="Dismiss" icon={<i />} />)
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
  })

  test('keyboard focus loads the TooltipBody and opens a Tooltip that describes the button', async () => {
    render(<Search />)
    act(() => screen.getByRole('button').focus())
    const tip = await screen.findByRole('tooltip')
    expect(tip.textContent).toBe('⌘K')
    expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe(`why ${tip.id}`)
  })

  test('opens a Tooltip when the mouse moves over the button, but not on touch or after a press', () => {
    vi.useFakeTimers()
    try {
      render(<Search />)
      const button = screen.getByRole('button')
      // jsdom has no PointerEvent.
      const firePointer = (event: 'pointermove' | 'pointerleave' | 'pointerdown', pointerType: string) =>
        act(() => {
          fireEvent(button, Object.assign(new Event(event), { pointerType }))
          vi.advanceTimersByTime(500)
        })
      const isOpen = () => button.getAttribute('aria-describedby') !== 'why'
      firePointer('pointermove', 'touch')
      expect(isOpen()).toBe(false)
      firePointer('pointermove', 'mouse')
      expect(isOpen()).toBe(true)
      firePointer('pointerdown', 'mouse')
      expect(isOpen()).toBe(false)
      firePointer('pointermove', 'mouse')
      expect(isOpen()).toBe(false)
      firePointer('pointerleave', 'mouse')
      firePointer('pointermove', 'mouse')
      expect(isOpen()).toBe(true)
      firePointer('pointerleave', 'mouse')
      expect(isOpen()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('Escape closes only the Tooltip; a second Escape reaches the elements around the button', async () => {
    const events: string[] = []
    render(
      <form onKeyDown={({ key }) => events.push(key)}>
        <Search />
      </form>,
    )
    const button = screen.getByRole('button')
    act(() => button.focus())
    await screen.findByRole('tooltip')
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(button.getAttribute('aria-describedby')).toBe('why')
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(events).toEqual(['Escape'])
  })
})
