import { readFileSync } from 'node:fs';
import { IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { expect, it } from 'vitest';
import { canEditPictures } from './image-settings.ts';
import { readSettings, SettingsError } from './settings.ts';

it('reads the variables of image services', () => {
  const { images } = readSettings({
    IMAGE_STABILITY_KEY: 'sk-1234',
    IMAGE_COMFYUI_BASE: 'http://localhost:8188',
    IMAGE_FAL_KEY: '',
  });
  expect(images).toEqual({ IMAGE_STABILITY_KEY: 'sk-1234', IMAGE_COMFYUI_BASE: 'http://localhost:8188' });
});

it('detects whether a configured service can edit images', () => {
  const able = [
    {},
    { IMAGE_STABILITY_KEY: 'sk-1234' },
    { IMAGE_OPENAI_KEY: 'sk-1234' },
    { IMAGE_AUTOMATIC1111_BASE: 'http://localhost:7860' },
  ];
  expect(able.map((images) => canEditPictures(readSettings(images)))).toEqual([false, false, true, true]);
});

it('names invalid variables without revealing keys', () => {
  const wrong = { IMAGE_STABILITY_KEY: 'two words of a key', IMAGE_OPENAI_BASE: 'ftp://somewhere' };
  expect(() => readSettings(wrong)).toThrow(SettingsError);
  expect(() => readSettings(wrong)).toThrow(/IMAGE_OPENAI_BASE: .*\nIMAGE_STABILITY_KEY: /);
  expect(() => readSettings(wrong)).not.toThrow(/two words/);
});

it('names values in another form than a service takes', () => {
  const azure = {
    IMAGE_OPENAI_BASE: 'https://mine.openai.azure.com/openai',
    IMAGE_OPENAI_AZURE_VERSION: '2025-04-01-preview',
    IMAGE_OPENAI_AZURE_DEPLOYMENTS: 'gpt-image-1=mine',
  };
  expect(readSettings(azure).images).toEqual(azure);
  expect(() => readSettings({ IMAGE_OPENAI_AZURE_VERSION: 'v1&x=1' })).toThrow(
    /IMAGE_OPENAI_AZURE_VERSION: .*2025-04-01-preview/,
  );
  expect(() => readSettings({ IMAGE_OPENAI_AZURE_DEPLOYMENTS: 'a=../b' })).toThrow(/IMAGE_OPENAI_AZURE_DEPLOYMENTS: /);
});

it.each([
  [{ IMAGE_OPENAI_AZURE_VERSION: '2025-04-01-preview' }, 'IMAGE_OPENAI_AZURE_VERSION: also set IMAGE_OPENAI_BASE'],
  [{ IMAGE_OPENAI_AZURE_DEPLOYMENTS: 'gpt-image-1=mine' }, 'IMAGE_OPENAI_AZURE_DEPLOYMENTS: also set IMAGE_OPENAI_AZURE_VERSION'],
])('refuses incomplete settings of Azure, because OpenAI would receive the key: %o', (azure, problem) => {
  expect(() => readSettings({ IMAGE_OPENAI_KEY: 'sk-1234', ...azure })).toThrow(problem);
});

it('finds every variable in .env.example', () => {
  const documented = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const names = IMAGE_PROVIDERS.flatMap(({ variables }) => Object.values(variables).map(({ name }) => name));
  expect(names.filter((name) => !documented.includes(`\n${name}=`))).toEqual([]);
});
