/**
 * Compares the sign-in page with a minimal page (React and two fields without styles), in one run: `npx tsx bench/sign-in.ts
 * [rounds]`, after `npm run build`. Default: 5 rounds, at full CPU speed and slowed down four times. Both pages are visited
 * alternately with an empty cache; the bare page is served from memory. Prints milliseconds from navigation until the fields are
 * painted, and the main thread's CPU time until then and a second later.
 */
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { RunningServer } from '../tests/journeys/support.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../tests/support/chromium.ts'
import { type BareResponse, startBareServer } from './bare-server.ts'
import { SIGN_IN_GOALS } from './goals.ts'
import { formatTable, type Sample, saveSamples } from './samples.ts'

const ROUNDS = Number(process.argv[2] ?? 5)

const FIELDS_AT = 'fields at '

const BARE = `
import { createElement as e, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Field({ label, type }) {
  const [value, setValue] = useState('')
  return e('label', null, label, e('input', { type, value, onChange: (event) => setValue(event.target.value) }))
}
const fields = [e(Field, { key: 1, label: 'E-mail', type: 'email' }), e(Field, { key: 2, label: 'Password', type: 'password' })]
const form = e('form', { onSubmit: (event) => event.preventDefault() }, fields, e('button', null, 'Sign in'))
createRoot(document.getElementById('app')).render(form)
`

const server = await RunningServer.create()
const bareServer = await startBareServer(await buildBarePage())
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
const samples: Sample[] = []
try {
  const targets = [
    { target: 'ours', url: `${server.url}/signin` },
    { target: 'bare page', url: `${bareServer.url}/` },
  ]
  console.log(`load of this machine: ${loadavg()[0]!.toFixed(1)}`)
  for (const cpuSlowdown of [1, 4])
    for (let round = 0; round < ROUNDS; round++)
      for (const { target, url } of round % 2 === 0 ? targets : targets.toReversed())
        for (const [metric, value] of Object.entries(await visit(url, cpuSlowdown)))
          samples.push({ metric: `${metric}, CPU ${cpuSlowdown}x`, target, value })
  console.log(formatTable(samples, (target) => target === 'ours', SIGN_IN_GOALS))
  saveSamples(samples)
} finally {
  await browser.close()
  await server.remove()
  await bareServer.stop()
}

async function visit(url: string, cpuSlowdown: number): Promise<Record<string, number>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  // The compiled code calls a helper for function names, which the page lacks.
  await context.addInitScript('globalThis.__name = (value) => it')
  await context.addInitScript(watchFields, FIELDS_AT)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const readCpuMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  // The page reports the time, because polling would occupy its main thread.
  const fieldsMessage = page.waitForEvent('console', (message) => message.text().startsWith(FIELDS_AT))
  await page.goto(url, { waitUntil: 'commit' })
  const fields = Number((await fieldsMessage).text().slice(FIELDS_AT.length))
  const cpuAtFields = await readCpuMs()
  await page.waitForTimeout(1000)
  const cpuTotal = await readCpuMs()
  await context.close()
  return { 'fields on the screen, ms': fields, 'CPU until then, ms': cpuAtFields, 'CPU a second later, ms': cpuTotal }
}

/** Logs the time once a frame with the password field has been painted. */
function watchFields(prefix: string): void {
  const checkForField = () => {
    if (!document.querySelector('input[type="password"]')) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => console.debug(`${prefix}${performance.now()}`)
      port2.postMessage(null)
    })
  }
  const observer = new MutationObserver(checkForField)
  observer.observe(document, { childList: true, subtree: true })
}

async function buildBarePage(): Promise<Map<string, BareResponse>> {
  const id = resolve('bench/bare-page.js')
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bare-page',
        resolveId: (moduleId) => (moduleId === id ? id : null),
        load: (moduleId) => (moduleId === id ? BARE : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: id } },
  })) as Rolldown.RolldownOutput
  const script = output.output[0].code
  const compress = (type: string, text: string): BareResponse => ({
    headers: { 'content-type': type, 'content-encoding': 'br' },
    body: brotliCompressSync(text),
  })
  const html = '<!doctype html><title>Bare</title><div id="app"></div><script type="module" src="/bare.js"></script>'
  return new Map([
    ['/', compress('text/html; charset=utf-8', html)],
    ['/bare.js', compress('text/javascript', script)],
  ])
}
