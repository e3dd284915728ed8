import { describe, expect, test, vi } from 'vitest'
import { createClient } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract/index.ts'
import { initialContract } from '../../src/api/contract/initial-contract.ts'
import { createLazyClient } from '../../src/api/lazy-client.ts'

const setUp = () => {
  const http = vi.fn(async ({ path }: { path: string }) => path)
  const rest = vi.fn(async () => contract)
  const client = createLazyClient(createClient(initialContract, http as never), rest, http as never)
  return { http, rest, client }
}

describe('a lazily loaded client', () => {
  test('sends calls of the initially loaded part of the contract without loading the rest of the contract', async () => {
    const { client, rest } = setUp()
    expect(await client.assets.get({ id: 'a' })).toBe('v1/assets/a')
    expect(await client.users.emailExists({ email: 'x' })).toBe('v1/users/email/x')
    expect(rest).not.toHaveBeenCalled()
  })

  test('loads the rest of the contract for a service or call that the initially loaded part lacks', async () => {
    const { client, rest } = setUp()
    expect(await client.webhooks.rotateSecret({ id: 'w' })).toBe('v1/webhooks/w/rotate-secret')
    expect(await client.assets.restore({ id: 'a' })).toBe('v1/assets/a/restore')
    expect(rest).toHaveBeenCalledTimes(1)
  })

  test('has every call of the contract, each always as the same function', () => {
    const { client } = setUp()
    for (const [service, calls] of Object.entries(contract))
      for (const name of Object.keys(calls)) {
        const of = (client: unknown) => (client as Record<string, Record<string, unknown>>)[service]![name]
        const call = of(client)
        expect([service, name, typeof call, of(client) === call]).toEqual([service, name, 'function', true])
      }
  })

  test('rejects a call if loading the contract fails, and the next call loads the contract again', async () => {
    const { client, rest } = setUp()
    rest.mockRejectedValueOnce(new Error('offline'))
    await expect(client.webhooks.list()).rejects.toThrow('offline')
    expect(await client.webhooks.list()).toBe('v1/webhooks')
  })

  test('has no `then`, so that `await` does not treat the client as a promise', async () => {
    const { client } = setUp()
    expect(await Promise.resolve(client)).toBe(client)
    expect(await Promise.resolve(client.webhooks)).toBe(client.webhooks)
  })
})
