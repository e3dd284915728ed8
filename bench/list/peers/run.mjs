// node run.mjs --root FOLDER [--targets a,b] [--file path/to/target.json]... [--runs 7] [--only load,sort,...] [--out name]
//   [--chromium path] [--ours name]: started by ../compare-peers.ts, which documents the measurements. FOLDER contains the
//   built targets.
import fs from 'node:fs';
import path from 'node:path';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { makeAssets, makeToken, query, startServer } from './server.mjs';
import { pageScript, scrollAll } from './page.mjs';
import { report } from './report.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const argv = process.argv.slice(2);
const option = (name, fallback) => { const index = argv.indexOf(`--${name}`); return index < 0 ? fallback : argv[index + 1]; };
const all = (name) => argv.flatMap((a, i) => (a === `--${name}` ? [argv[i + 1]] : []));

const RUNS = Number(option('runs', 7));
const onPath = (names) => (process.env.PATH || '').split(path.delimiter).flatMap((d) => names.map((n) => path.join(d, n))).find((f) => fs.existsSync(f));
const CHROMIUM = option('chromium', process.env.CHROMIUM || onPath(['chromium', 'chromium-browser', 'google-chrome']));
const SCENARIOS = ['load', 'mobile', 'sort', 'page', 'search', 'rows1000', 'infinite'];
const root = option('root', here);
const only = option('only', SCENARIOS.join(',')).split(',');
const names = option('targets', 'react-admin,refine-headless').split(',').filter(Boolean);

const assets = makeAssets();
const targets = [];
for (const file of [...names.map((n) => path.join(root, 'targets', `${n}.json`)), ...all('file').map((f) => path.resolve(f))]) {
  const t = JSON.parse(fs.readFileSync(file, 'utf8'));
  t.name = t.name || path.basename(file, '.json');
  if (t.dist) {
    t.server = await startServer({ dist: path.resolve(path.dirname(file), t.dist), assets });
    t.base = t.server.url;
  } else t.base = t.url;
  targets.push(t);
}

const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows', '--disable-background-timer-throttling'],
});

const results = { when: new Date().toISOString(), runs: RUNS, chromium: browser.version(), cpu: os.cpus()[0].model, cores: os.cpus().length, targets: targets.map((t) => ({ name: t.name, label: t.label })), samples: [] };
const add = (target, metric, value) => { if (value !== undefined && value !== null && !Number.isNaN(value)) results.samples.push({ target: target.name, metric, value }); };

const MOBILE_NET = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (0.75 * 1024 * 1024) / 8 };
const first = (params) => query(assets, new URLSearchParams(params)).data[0]?.name;
// For a target with its own server (`api`: list URL, login), that server determines the correct first row.
async function firstOf(t, params) {
  if (!t.api) return first(params);
  const searchParams = new URLSearchParams({ order: '-createdAt', limit: '10', ...t.api.params?.(params), ...params });
  const response = await fetch(`${t.base}${t.api.list}?${searchParams}`, { headers: { authorization: `Bearer ${(await login(t)).token}` } });
  return (await response.json()).data[0]?.name;
}
async function login(t) {
  if (t.session && Date.now() - t.session.at < 240000) return t.session.user;
  const response = await fetch(`${t.base}${t.api.login}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(t.api.credentials) });
  const body = await response.json();
  t.session = { at: Date.now(), user: body.data ?? body };
  return t.session.user;
}
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function newContext(t, { viewport = { width: 1280, height: 800 }, expect = 1, storage = t.localStorage } = {}) {
  const context = await browser.newContext({ viewport, locale: 'en-GB' });
  if (t.api) storage = { 'persist:user': { data: await login(t), isLoggedIn: true, isAnonymous: false } };
  const seed = JSON.stringify(storage || {}).replaceAll('$TOKEN', makeToken(3600)).replaceAll('$EXPIRED', makeToken(-60));
  await context.addInitScript(pageScript, { row: t.row, nameCell: t.nameCell, virtual: !!t.virtual, expect, seed });
  return context;
}
async function open(t, { cpu = 1, viewport, net, url, expect } = {}) {
  const context = await newContext(t, { viewport, expect });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Network.enable');
  const net_ = { requests: 0, js: 0, css: 0, total: 0, api: 0, jsFiles: [] };
  const kinds = new Map();
  cdp.on('Network.requestWillBeSent', (e) => { if (!e.request.url.startsWith('data:')) { net_.requests++; kinds.set(e.requestId, [e.type, e.request.url]); if (e.request.url.includes('/v1/')) net_.api++; } });
  cdp.on('Network.loadingFinished', (e) => {
    const [type, url_] = kinds.get(e.requestId) || [];
    net_.total += e.encodedDataLength;
    if (type === 'Script') { net_.js += e.encodedDataLength; net_.jsFiles.push(url_); }
    if (type === 'Stylesheet') net_.css += e.encodedDataLength;
  });
  if (net) await cdp.send('Network.emulateNetworkConditions', net);
  if (cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (t.server) { t.server.configure({}); t.server.resetStats(); }
  const errors = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto(t.base + url, { waitUntil: 'commit' });
  return { context, page, cdp, net: net_, errors, close: () => context.close() };
}
const listUrl = (t, limit) => t.list.replace('{limit}', limit);
const metrics = async (cdp) => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
const idle = async (page) => { await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {}); await pause(250); };
async function memory(cdp) {
  await cdp.send('HeapProfiler.collectGarbage'); await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const dom = await cdp.send('Memory.getDOMCounters');
  return { heapMB: usedSize / 1048576, nodes: dom.nodes, listeners: dom.jsEventListeners };
}
// Runs `act`. Resolves with the milliseconds from the input event to the first paint for which `test` returns true.
async function timed(page, kind, test, arg, act, timeout = 30000) {
  await page.evaluate((k) => window.__bench.arm(k), kind);
  const done = page.evaluate(([src, a, ms]) => window.__bench.until(new Function('a', `return (${src})(a)`).bind(null, a), ms), [test.toString(), arg, timeout]);
  await act();
  const at = await done;
  const from = await page.evaluate(() => window.__bench.inputAt);
  return at === null ? null : at - from;
}
async function clickOn(page, selector) {
  const el = page.locator(selector).first();
  await el.scrollIntoViewIfNeeded();
  const box = await el.boundingBox();
  await page.mouse.move(box.x + Math.min(box.width / 2, 30), box.y + box.height / 2);
  await pause(60);
  await page.mouse.down(); await page.mouse.up();
}
async function sortOnce(page, t, field, limit) {
  const expected = await Promise.all([firstOf(t, { order: field, limit: Math.min(limit, 100) }), firstOf(t, { order: `-${field}`, limit: Math.min(limit, 100) })]);
  return timed(page, 'click', (names) => names.includes(window.__bench.first()), expected, () => clickOn(page, t.sort[field]));
}

const scenarios = {
  async load(t) {
    for (const limit of t.fewer ? [10] : [10, 50, 100]) for (const cpu of [1, 4]) {
      const s = await open(t, { cpu, url: listUrl(t, limit), expect: limit });
      const loadTimes = await s.page.evaluate(() => window.__bench.loaded);
      const tag = `load ${limit} rows, cpu ${cpu}x`;
      add(t, `${tag}: first row painted (ms)`, loadTimes.firstRow);
      add(t, `${tag}: all rows painted (ms)`, loadTimes.allRows);
      add(t, `${tag}: pictures in sight after the first row (ms)`, await s.page.evaluate(() => window.__bench.pictured));
      await idle(s.page);
      const page = await s.page.evaluate(() => window.__bench.summary());
      add(t, `${tag}: blocking time (ms)`, page.tbt);
      add(t, `${tag}: layout shift`, page.cls);
      if (cpu === 1) {
        const m = await metrics(s.cdp);
        add(t, `${tag}: main-thread CPU (ms)`, m.TaskDuration * 1000);
        add(t, `${tag}: script CPU (ms)`, m.ScriptDuration * 1000);
        add(t, `${tag}: DOM elements`, page.elements);
        add(t, `${tag}: requests`, s.net.requests);
        if (limit === 10) {
          add(t, 'transferred JS, brotli (kB)', s.net.js / 1000);
          add(t, 'transferred CSS, brotli (kB)', s.net.css / 1000);
          add(t, 'transferred in all (kB)', s.net.total / 1000);
          if (t.server) {
            let raw = 0; let gzip = 0;
            for (const u of new Set(s.net.jsFiles)) { const f = t.server.files.get(new URL(u).pathname); raw += f.raw.length; gzip += f.gzip.length; }
            add(t, 'JS to show the list, gzip (kB)', gzip / 1000);
            add(t, 'JS to show the list, unpacked (kB)', raw / 1000);
          }
        }
        const mem = await memory(s.cdp);
        add(t, `${tag}: JS heap after GC (MB)`, mem.heapMB);
        add(t, `${tag}: event listeners`, mem.listeners);
        if (limit === 10) {
          await s.page.reload({ waitUntil: 'commit' });
          const again = await s.page.evaluate(() => window.__bench.loaded);
          add(t, 'repeat visit 10 rows, cpu 1x: first row painted (ms)', again.firstRow);
        }
      }
      if (s.errors.length) console.error(t.name, tag, s.errors[0]);
      await s.close();
    }
  },
  async mobile(t) {
    const s = await open({ ...t, ...t.phone }, { cpu: 4, net: MOBILE_NET, viewport: { width: 390, height: 844 }, url: listUrl(t, 10), expect: 10 });
    const loadTimes = await s.page.evaluate(() => window.__bench.loaded);
    add(t, 'mobile (4x cpu, 1.6 Mbit/s, 150 ms): first row painted (ms)', loadTimes.firstRow);
    await s.close();
  },
  async sort(t) {
    for (const limit of [10, 100]) for (const cpu of [1, 4]) {
      const s = await open(t, { cpu, url: listUrl(t, limit), expect: limit });
      await s.page.evaluate(() => window.__bench.loaded); await idle(s.page);
      if (t.fewer && limit !== 10) { await s.page.click(t.fewer.button); await s.page.click(t.fewer.item.replace('{limit}', limit)); await pause(500 * cpu); await idle(s.page); }
      for (const field of Object.keys(t.sort)) {
        const before = await metrics(s.cdp);
        add(t, `sort ${limit} rows, cpu ${cpu}x: click to rows painted (ms)`, await sortOnce(s.page, t, field, limit));
        await idle(s.page);
        if (cpu === 1) add(t, `sort ${limit} rows, cpu 1x: main-thread CPU (ms)`, ((await metrics(s.cdp)).TaskDuration - before.TaskDuration) * 1000);
      }
      await s.close();
    }
  },
  async page(t) {
    for (const cpu of [1, 4]) {
      const s = await open(t, { cpu, url: listUrl(t, 10), expect: 10 });
      await s.page.evaluate(() => window.__bench.loaded); await idle(s.page);
      for (const page of [2, 3, 4]) {
        add(t, `next page, cpu ${cpu}x: click to rows painted (ms)`, await timed(s.page, 'click', (n) => window.__bench.first() === n, await firstOf(t, { page, limit: 10 }), () => clickOn(s.page, t.next)));
        await idle(s.page);
      }
      await s.close();
    }
  },
  async search(t) {
    const s = await open(t, { url: listUrl(t, 10), expect: 10 });
    await s.page.evaluate(() => window.__bench.loaded); await idle(s.page);
    const searchText = 'zephyr-w';
    const before = s.net.api;
    await s.page.click(t.search);
    add(t, 'search: last key to rows painted (ms)', await timed(s.page, 'keydown', (n) => window.__bench.first() === n, await firstOf(t, { search: searchText }), () => s.page.keyboard.type(searchText, { delay: 70 })));
    await idle(s.page);
    add(t, 'search: list calls for 8 keys', s.net.api - before);
    await s.close();
  },
  async rows1000(t) {
    // A target with fewer rows per page is measured by scrolling, in `infinite`.
    if (t.fewer) return;
    for (const cpu of [1, 4]) {
      const s = await open(t, { cpu, url: listUrl(t, 1000), expect: 1000 });
      const loadTimes = await s.page.evaluate(() => window.__bench.loaded);
      add(t, `1000 rows on one page, cpu ${cpu}x: first row painted (ms)`, loadTimes.firstRow);
      await idle(s.page); await pause(cpu * 700);
      const sum = await s.page.evaluate(() => window.__bench.summary());
      add(t, `1000 rows on one page, cpu ${cpu}x: blocking time (ms)`, sum.tbt);
      add(t, `1000 rows on one page, cpu ${cpu}x: longest task (ms)`, sum.longest);
      if (cpu === 1) {
        add(t, '1000 rows on one page: main-thread CPU (ms)', (await metrics(s.cdp)).TaskDuration * 1000);
        add(t, '1000 rows on one page: DOM elements', sum.elements);
        add(t, '1000 rows on one page: JS heap after GC (MB)', (await memory(s.cdp)).heapMB);
      }
      add(t, `1000 rows on one page, cpu ${cpu}x: sort click to rows painted (ms)`, await sortOnce(s.page, t, 'name', 1000));
      await s.close();
    }
  },
  // In this Chromium, react-admin's infinite list gets no more frames after its first rows.
  async infinite(t) {
    if (!t.infinite) return;
    const s = await open(t, { url: t.infinite, expect: 1 });
    await s.page.evaluate(() => window.__bench.loaded); await idle(s.page);
    if (t.fewer) {
      await s.page.click(t.fewer.button); await s.page.click(t.fewer.all);
      await pause(1500); await idle(s.page);
    }
    for (const wanted of [1000, 10000]) {
      const before = await metrics(s.cdp);
      const r = await s.page.evaluate(scrollAll, { row: t.row, nameCell: t.nameCell, scroller: t.scroller, total: 10000, wanted, cap: 90000, step: 400 });
      const tag = `scrolled to row ${wanted}`;
      const after = await metrics(s.cdp);
      add(t, `${tag}: rows reached`, r.reached);
      add(t, `${tag}: seconds`, r.ms / 1000);
      add(t, `${tag}: longest task (ms)`, r.longestTask);
      add(t, `${tag}: frames over 33 ms (%)`, r.slowShare);
      add(t, `${tag}: longest frame (ms)`, r.longest);
      add(t, `${tag}: blank samples (%)`, r.blankShare);
      add(t, `${tag}: main-thread CPU (ms)`, (after.TaskDuration - before.TaskDuration) * 1000);
      add(t, `${tag}: DOM elements`, await s.page.evaluate(() => document.querySelectorAll('*').length));
    }
    add(t, 'scrolled to row 10000: JS heap after GC (MB)', (await memory(s.cdp)).heapMB);
    await s.close();
  },
};

const ONCE = { rows1000: 3, infinite: 2 };
const LIMIT_MS = 600000; // a scenario that hangs must not block the whole run
fs.mkdirSync(path.join(root, 'results'), { recursive: true });
const out = path.join(root, 'results', `${option('out', 'latest')}.json`);
const save = () => fs.writeFileSync(out, JSON.stringify(results, null, 1));
for (const name of only) {
  const times = Math.min(RUNS, ONCE[name] ?? RUNS);
  for (let i = 0; i < times; i++) {
    const order = targets.map((_, k) => targets[(k + i) % targets.length]); // each round starts with another target
    for (const t of order) {
      const from = Date.now();
      let timer;
      try {
        await Promise.race([scenarios[name](t), new Promise((_, fail) => { timer = setTimeout(() => fail(new Error('took too long')), LIMIT_MS); })]);
      } catch (e) {
        console.error(`${t.name} ${name}: ${e.message.split('\n')[0]}`);
        (results.failures ||= []).push({ target: t.name, scenario: name, message: e.message.split('\n')[0] });
      }
      clearTimeout(timer);
      for (const c of browser.contexts()) await c.close().catch(() => {});
      save();
      console.error(`${name} ${i + 1}/${times} ${t.name} ${((Date.now() - from) / 1000).toFixed(1)} s`);
    }
  }
}
await browser.close();
for (const t of targets) await t.server?.close();
console.log(report(results, option('ours', 'ours')));
