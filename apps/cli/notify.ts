import { spawn } from 'node:child_process';

/** Shows a notification of the desktop, where its program is installed. Standard error has the same text. */
export async function notify(title: string, text: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [program, ...args] = commandFor(platform, title, text);
  if (program === undefined) return;
  await new Promise<void>((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.once('error', () => resolve()).once('exit', () => resolve());
  });
}

/** Text is passed as an argument, never as a part of a script. */
function commandFor(platform: NodeJS.Platform, title: string, text: string): readonly string[] {
  if (platform === 'linux') return ['notify-send', '--app-name=Bakkum', '--', title, text];
  if (platform !== 'darwin') return []; // Windows shows the console window of the command.
  const script = 'on run {title, body}\ndisplay notification body with title title\nend run';
  return ['osascript', '-e', script, title, text];
}
