// Installs and builds the targets in a folder: node build.mjs FOLDER
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(process.argv[2], 'targets');
const names = fs.readdirSync(root).filter((n) => fs.existsSync(path.join(root, n, 'package.json')));
for (const name of names) {
  const cwd = path.join(root, name);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd, stdio: 'inherit' });
  execFileSync(process.execPath, [path.join(cwd, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`built ${name}`);
}
