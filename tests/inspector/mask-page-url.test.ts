import { expect, test } from 'vitest'
import { maskPageUrl } from '../../src/inspector/mask-page-url.ts'

const SECRET = 'S3cretLinkId'
const page = (address: string) => {
  const { pathname, search } = new URL(address, 'https://atelier.example')
  return maskPageUrl({ pathname, search })
}

test.each(['/reset-password', '/verify', '/signin', '/signup', '/assets', '/nowhere'])(
  'records only the names, not the values, of URL parameters such as id and code: %s',
  (path) => {
    for (const name of ['id', 'requestId', 'resetId', 'verificationId', 'code', 'to', 'inspect'])
      expect(page(`${path}?${name}=${SECRET}`)).toBe(`${path}?${name}`)
    expect(page(`${path}?${SECRET}&${SECRET}=${SECRET}`)).not.toContain(SECRET)
  },
)

test('records filter, order and page of a list, and the route pattern instead of an id', () => {
  expect(page('/assets?order=-name&page=2&filter=%7B%22type%22%3A%22hair%22%7D')).toBe(
    '/assets?order=-name&page=2&filter=%7B%22type%22%3A%22hair%22%7D',
  )
  expect(page('/reset-password?order=x&page=2')).toBe('/reset-password?order&page')
  expect(page('/assets/0198a000-0000-7000-8000-000000000000?tab=uses')).toBe('/assets/$id?tab')
  expect(page(`/users/${SECRET}/assets?page=2`)).toBe('/users/$id/assets?page=2')
  expect(page('/')).toBe('/')
})
