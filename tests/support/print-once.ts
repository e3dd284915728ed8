/**
 * Prints a line once in a run. Vitest evaluates its configuration for each project, and Playwright loads a test file in its main
 * process and in a worker. An environment variable stores the printed lines, because these modules and processes share it.
 */
export function printOnce(line: string): void {
  const printed = process.env['PRINTED_LINES'] ?? ''
  if (printed.split('\n').includes(line)) return
  process.env['PRINTED_LINES'] = `${printed}\n${line}`
  console.log(line)
}
