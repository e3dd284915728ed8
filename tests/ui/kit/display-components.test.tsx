// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { Avatar } from '../../../src/ui/kit/Avatar.tsx'
import { Chip } from '../../../src/ui/kit/Chip.tsx'
import { CopyableId } from '../../../src/ui/kit/CopyableId.tsx'
import { EmptyState } from '../../../src/ui/kit/feedback/EmptyState.tsx'
import { LoadingBar } from '../../../src/ui/kit/feedback/LoadingBar.tsx'
import { Notice } from '../../../src/ui/kit/feedback/Notice.tsx'
import { ProgressBar } from '../../../src/ui/kit/feedback/ProgressBar.tsx'
import { Skeleton } from '../../../src/ui/kit/feedback/Skeleton.tsx'
import { StillLifeIllustration } from '../../../src/ui/kit/feedback/StillLifeIllustration.tsx'
import { Logo } from '../../../src/ui/kit/Logo.tsx'
import { Disclosure } from '../../../src/ui/kit/layout/Disclosure.tsx'
import { PageHead } from '../../../src/ui/kit/layout/PageHead.tsx'
import { Plinth } from '../../../src/ui/kit/layout/Plinth.tsx'
import { SkipLink } from '../../../src/ui/kit/layout/SkipLink.tsx'
import { VisuallyHidden } from '../../../src/ui/kit/layout/VisuallyHidden.tsx'
import { shortenId } from '../../../src/ui/kit/shorten-id.ts'
import { pressKey } from './support.ts'

describe('CopyableId', () => {
  test('shortens a long id in the middle, and keeps a short id unchanged', () => {
    expect(['64f1c0e2a1b2c3d49a2e', '64f1c0e21a2eb', '64f1c0e21a2ebf', ''].map(shortenId)).toEqual([
      '64f1c0e2…9a2e',
      '64f1c0e21a2eb',
      '64f1c0e2…2ebf',
      '',
    ])
  })

  test('copies the full id and confirms the copy', async () => {
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    })
    render(<CopyableId id="64f1c0e2a1b2c3d49a2e" copyLabel="Copy id" copiedText="Copied" />)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy id 64f1c0e2…9a2e' })))
    vi.unstubAllGlobals()
    expect(copied).toEqual(['64f1c0e2a1b2c3d49a2e'])
    expect(screen.getByRole('status').textContent).toBe('Copied')
  })
})

describe('Plinth', () => {
  test('shows the glyph in place of a broken picture, and loads a new URL', () => {
    const plinth = (src: string) => (
      <Plinth pigment="smalt" src={src}>
        glyph
      </Plinth>
    )
    const { container, rerender } = render(plinth('/a.png'))
    expect(container.textContent).toBe('')
    fireEvent.error(container.querySelector('img')!)
    expect(container.textContent).toBe('glyph')
    rerender(plinth('/b.png'))
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.png')
  })
})

describe('EmptyState and StillLifeIllustration', () => {
  test('announces a failure and its advice as an alert, and the text under the buttons as a status', () => {
    render(
      <EmptyState
        kind="failed"
        title="The assets didn’t load"
        foot="Trying again by itself in 4 s"
        details={{ summary: 'Details', text: 'TIMEOUT_ERROR' }}
      >
        The service took too long to respond.
      </EmptyState>,
    )
    expect(screen.getByRole('alert').textContent).toBe('The assets didn’t loadThe service took too long to respond.')
    expect(screen.getByRole('status').textContent).toBe('Trying again by itself in 4 s')
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('shows a picture from a data URL, which needs no request, and the countdown for a failure', async () => {
    const { container } = render(
      <EmptyState kind="failed" title="The assets didn’t load" timer="Trying again in 4 s" />,
    )
    await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^data:image\/svg\+xml,/))
    expect(screen.getByRole('timer').textContent).toBe('Trying again in 4 s')
  })

  test('announces no alert in an EmptyState of kind “empty”', () => {
    render(<EmptyState kind="empty" title="No items found" />)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('heading', { name: 'No items found' })).toBeTruthy()
  })

  test('a StillLifeIllustration shows six pictures, which it requests after the first paint', async () => {
    const { container } = render(<StillLifeIllustration />)
    expect(container.querySelectorAll('img')).toHaveLength(0)
    await waitFor(() => expect(container.querySelectorAll('img[src^="/art/"]')).toHaveLength(6))
  })
})

describe('small components', () => {
  test('shows a whole percentage between 0 and 100 in a ProgressBar', () => {
    render(<ProgressBar label="boot.glb" value={0.638} />)
    render(<ProgressBar label="over" value={1.4} />)
    expect(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['64', '100'])
  })

  test('exposes a LoadingBar as a progress bar without a value, but exposes no Skeleton', () => {
    render(<LoadingBar label="Loading assets" />)
    render(<Skeleton shape="plinth" />)
    expect(screen.getByRole('progressbar', { name: 'Loading assets' }).getAttribute('aria-valuenow')).toBeNull()
    expect(screen.getAllByRole('progressbar')).toHaveLength(1)
  })

  test('exposes a Notice of tone “bad” as alert, and of other tones as status', () => {
    render(<Notice tone="bad" title="Atelier can't reach the service." />)
    render(<Notice tone="warn" title="Your session ended." />)
    expect(screen.getByRole('alert').textContent?.trim()).toBe("Atelier can't reach the service.")
    expect(screen.getByRole('status').textContent?.trim()).toBe('Your session ended.')
  })

  test('shows the initials of the first and last word in an Avatar, or two letters of a single word', () => {
    const letters = ['Ana Maria Silva', 'admin@atelier.example', ''].map((name) =>
      render(<Avatar name={name} />)
        .container.querySelector('[data-initials]')
        ?.getAttribute('data-initials'),
    )
    expect(letters).toEqual(['AS', 'AD', ''])
  })

  test('renders an Avatar without text, so that accessible names and copied text exclude the initials', () => {
    expect(render(<Avatar name="Ana Silva" />).container.textContent).toBe('')
  })

  test('shows text and hue of a Chip, and the name of a Logo', () => {
    expect(
      render(<Chip pigment="smalt">Footwear</Chip>).container.querySelector('[data-pigment=smalt]')?.textContent,
    ).toBe('Footwear')
    expect(render(<Logo name="Atelier" />).container.textContent).toBe('Atelier')
  })

  test('moves the focus by a SkipLink without changing the URL', () => {
    render(
      <>
        <SkipLink to="main">Skip to content</SkipLink>
        <main id="main" tabIndex={-1} />
      </>,
    )
    fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }))
    expect([document.activeElement?.id, location.hash]).toEqual(['main', ''])
  })

  test('links a SkipLink to its target, and announces text of VisuallyHidden', () => {
    render(<SkipLink to="main">Skip to content</SkipLink>)
    render(<VisuallyHidden live="assertive">Back at 5</VisuallyHidden>)
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main')
    expect(screen.getByRole('alert').textContent).toBe('Back at 5')
  })
})

describe('PageHead', () => {
  test('renders the level 1 heading, followed by the given total, marks and actions', () => {
    render(
      <PageHead title="Assets" total="157" marks={<i>new</i>} actions={<button type="button">New asset</button>} />,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Assets')
    expect(screen.getByRole('banner').textContent).toBe('Assets157newNew asset')
  })
})

describe('Disclosure', () => {
  test('shows its content once its heading is pressed', () => {
    render(<Disclosure title="Statistics">364 triangles</Disclosure>)
    const button = screen.getByRole('button', { name: 'Statistics' })
    expect([button.getAttribute('aria-expanded'), screen.queryByRole('group')]).toEqual(['false', null])
    pressKey(button, 'Enter')
    expect([button.getAttribute('aria-expanded'), screen.getByRole('group').textContent]).toEqual([
      'true',
      '364 triangles',
    ])
  })
})
