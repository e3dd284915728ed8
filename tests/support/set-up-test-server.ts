import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openTestServer, type TestServer, type TestServerOptions } from './server.ts'

/**
 * Opens a test server for all tests of a file, resets it before each test and closes it afterwards. The server can be used in hooks
 * and tests, but not while the file is loaded.
 */
export function setUpTestServer(options?: TestServerOptions): TestServer {
  const server = {} as TestServer
  beforeAll(async () => {
    Object.assign(server, await openTestServer(options))
  })
  beforeEach(() => server.reset())
  afterAll(() => server.close())
  return server
}
