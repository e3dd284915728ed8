/** Goals for the server, by figure of `bench/server.ts`. */
export const SERVER_GOALS: Readonly<Record<string, string>> = {
  'start of a fresh store, s': '8',
  'start of a seeded store, s': '3',
  'memory at rest, MB': '400 (PGlite), 200',
  '/health: CPU of a call, ms': '0.5',
  'a script, packed: CPU of a call, ms': '0.3',
  'list of ten: CPU of a call, ms': '4',
  'list of ten: 8 at a time, calls a second': '300 (PostgreSQL)',
  'list of ten: 8 at a time, 99 of 100 within, ms': '150',
}

/** Goals for an upload, by figure of `bench/upload.ts` for a model of 50 MB. */
export const UPLOAD_GOALS: Readonly<Record<string, string>> = {
  '50 MB: longest task of the main thread, ms': '50',
  '50 MB: bytes sent, % of the model': '105',
}

/** Goals for the list, by figure of `bench/list`; a `×` is relative to the figure of the named peer. */
export const LIST_GOALS: Readonly<Record<string, string>> = {
  'load 10 rows, cpu 1x: first row painted (ms)': '≤ 0.6 × react-admin, ≤ 1.0 × Refine',
  'load 10 rows, cpu 4x: first row painted (ms)': '≤ 0.6 × react-admin, ≤ 1.0 × Refine',
  'load 10 rows, cpu 1x: blocking time (ms)': '≤ 0.3 × react-admin',
  'load 10 rows, cpu 1x: main-thread CPU (ms)': '350',
  'load 10 rows, cpu 1x: layout shift': '0',
  'load 10 rows, cpu 1x: pictures in sight after the first row (ms)': '300',
  'repeat visit 10 rows, cpu 1x: first row painted (ms)': '≤ 0.5 × react-admin',
  'scrolled to row 1000: longest task (ms)': '50',
  'scrolled to row 10000: frames over 33 ms (%)': '1',
  'mobile (4x cpu, 1.6 Mbit/s, 150 ms): first row painted (ms)': '≤ 0.6 × react-admin, ≤ 1.0 × Refine',
}

/** Goals for the sign-in page, by figure of `bench/sign-in.ts`, relative to a bare page. */
export const SIGN_IN_GOALS: Readonly<Record<string, string>> = {
  'fields on the screen, ms, CPU 4x': '≤ 1.5 ×',
}

/** Goals for the viewer, by figure of `bench/viewer.ts`; a `×` is relative to the better peer's figure. */
export const VIEWER_GOALS: Readonly<Record<string, string>> = {
  'navigation to first frame with the model, ms': '≤ 0.8 ×',
  'pointer to frame, p50 ms': '3',
  'frames in 5 idle s': '0',
  'objects left per swap': '0',
}
