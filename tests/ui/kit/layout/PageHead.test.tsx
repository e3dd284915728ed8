// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PageHead } from '../../../../src/ui/kit/layout/PageHead.tsx'

test('PageHead sets the document title while it is mounted', () => {
  const before = document.title
  const page = render(<PageHead title="Assets" />)
  const assets = document.title
  page.rerender(<PageHead title="Tide Runner" />)
  const runner = document.title
  page.unmount()
  expect({ assets, runner, after: document.title }).toEqual({ assets: 'Assets', runner: 'Tide Runner', after: before })
})
