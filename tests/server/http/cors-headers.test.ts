import { describe, expect, test } from 'vitest'
import { createCorsHeaders, createPreflightHeaders, isAllowedOrigin } from '../../../server/http/cors.ts'

describe('an allowed origin', () => {
  test('matches the called host with any scheme, but not its other ports or subdomains', () => {
    const allowed = (origin: string, host: string) =>
      isAllowedOrigin(
        { publicUrl: 'https://atelier.example/app' },
        { method: 'POST', path: '/v1/assets', origin, host },
      )
    expect(allowed('https://10.0.0.5', '10.0.0.5')).toBe(true)
    expect(allowed('https://lan.example', 'lan.example:443')).toBe(true)
    expect(allowed('http://lan.example:3000', 'lan.example:3000')).toBe(true)
    expect(allowed('https://atelier.example', 'api.example')).toBe(true)
    for (const origin of [
      'http://lan.example:3001',
      'http://sub.lan.example:3000',
      'null',
      'http://',
      'file://lan.example:3000',
      'https://atelier.example.evil',
    ])
      expect([origin, allowed(origin, 'lan.example:3000')]).toEqual([origin, false])
  })

  test('is not needed for a built file, which gets the same headers for every origin', () => {
    const file = { method: 'GET', path: '/assets/list-C5gUjCYa.js', host: 'house.test' }
    for (const origin of [undefined, 'https://house.test', 'https://other.example', 'null'])
      expect([origin, createCorsHeaders({}, { ...file, origin })]).toEqual([
        origin,
        { 'access-control-allow-origin': '*', 'access-control-expose-headers': expect.any(String) },
      ])
  })

  test('is not named to a client without an Origin header, which gets only `Vary: Origin`', () => {
    const crossing = { method: 'GET', path: '/v1/assets', origin: undefined, host: 'house.test' }
    expect(createCorsHeaders({}, crossing)).toEqual({ vary: 'Origin' })
  })
})

/** Returns whether any page may read a path. */
const isPublic = (method: string, path: string) =>
  createCorsHeaders({}, { method, path, origin: undefined, host: 'house.test' })['access-control-allow-origin'] === '*'

test.each([
  '/files/0a1b.glb',
  '/viewer/atelier.js',
  '/assets/list.js',
  '/embed',
  '/embed.html',
  '/config.json',
  '/openapi.json',
  '/docs',
  '/health',
  '/livez',
  '/readyz',
  '/.well-known/jwks.json',
])('pages of every origin can read %s, but not send data to it', (path) => {
  expect(['GET', 'HEAD', 'POST', 'DELETE'].map((method) => isPublic(method, path))).toEqual([true, true, false, false])
  const request = { path, origin: 'https://other.example', host: 'house.test' }
  expect(isAllowedOrigin({}, { ...request, method: 'GET' })).toBe(true)
  expect(isAllowedOrigin({}, { ...request, method: 'POST' })).toBe(false)
})

test.each([
  '/',
  '/files/0a1b.psd',
  '/files/0a1b',
  '/files/a/0a1b.glb',
  '/files/0a1b.glb/x',
  '/v1/assets',
  '/v1/files/0a1b.glb',
  '/private/v1/docs',
  '/assets',
  '/assets/',
  '/viewer/',
  '/embedded',
  '/configXjson',
  '/.well-known/',
  '/.well-known/a/b',
  '/docs/x',
])('pages of other origins cannot read %s', (path) => {
  expect(isPublic('GET', path)).toBe(false)
  expect(isAllowedOrigin({}, { method: 'GET', path, origin: 'https://other.example', host: 'house.test' })).toBe(false)
})

test('an origin without a host, or a request without a host, is not allowed', () => {
  const call = { method: 'GET', path: '/v1/assets' }
  expect(isAllowedOrigin({}, { ...call, origin: 'https://house.test', host: undefined })).toBe(false)
  expect(isAllowedOrigin({}, { ...call, origin: 'https://house.test', host: 'house.test:99999' })).toBe(false)
  expect(isAllowedOrigin({}, { ...call, origin: 'not an origin', host: 'house.test' })).toBe(false)
  expect(isAllowedOrigin({}, { ...call, origin: undefined, host: undefined })).toBe(true)
})

test('only allowed origins are named in the headers of a call', () => {
  const call = { method: 'POST', path: '/v1/assets', host: 'house.test' }
  const origin = 'https://editor.example'
  expect(createCorsHeaders({ corsOrigins: [origin] }, { ...call, origin })).toEqual({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
    vary: 'Origin',
  })
  expect(createCorsHeaders({}, { ...call, origin })).toEqual({ vary: 'Origin' })
})

test.each([
  ['GET', '/docs', 'GET, HEAD'],
  ['GET', '/v1/assets', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
])('a preflight for %s %s gets a response that is valid for two hours', (method, path, methods) => {
  expect(createPreflightHeaders({ method, path, origin: undefined, host: undefined })).toEqual({
    'access-control-allow-methods': methods,
    'access-control-allow-headers': expect.stringContaining('Idempotency-Key'),
    'access-control-max-age': '7200',
  })
})
