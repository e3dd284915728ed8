import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.glb': 'model/gltf-binary',
  '.wasm': 'application/wasm',
}

/** A site of its own origin: pages by path, folders by the beginning of a path, and a policy for its pages. */
export interface Site {
  pages?: Record<string, string>
  folders?: Record<string, string>
  policy?: string
}

/** Serves a site on a free port, its files to every origin. */
export async function openSite(site: Site): Promise<{ url: string; asked: string[]; close: () => Promise<void> }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site.example').pathname
    asked.push(request.url ?? '/')
    const page = site.pages?.[path]
    if (page !== undefined) {
      const isHtml = !extname(path)
      response.setHeader('content-type', isHtml ? TYPES['.html']! : (TYPES[extname(path)] ?? 'text/plain'))
      if (isHtml && site.policy) response.setHeader('content-security-policy', site.policy)
      return response.end(page)
    }
    const [prefix, folder] = Object.entries(site.folders ?? {}).find(([start]) => path.startsWith(start)) ?? []
    const file = folder && prefix ? join(folder, normalize(`/${path.slice(prefix.length)}`)) : undefined
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.statusCode = 404
      return response.end()
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    response.setHeader('access-control-allow-origin', '*')
    return createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
